/** Real repositories for tests, made with git itself, and a small server that implements git's smart protocol. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isLocalName } from "../../../../src/contract/values/hosts.ts";
import type { Network } from "./public-address.ts";

const environment = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.org",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.org",
  GIT_AUTHOR_DATE: "2024-05-01T12:00:00Z",
  GIT_COMMITTER_DATE: "2024-05-01T12:00:00Z",
};

/** Runs git in a folder; returns what it prints. */
export function git(folder: string, args: readonly string[], input?: string | Buffer): string {
  return execFileSync("git", args, {
    cwd: folder,
    env: environment,
    input,
    maxBuffer: 2 ** 26,
    stdio: ["pipe", "pipe", "ignore"],
  })
    .toString()
    .trim();
}

/** Contents by path; an object is a symbolic link to its target. */
export type Files = Record<string, string | Buffer | { to: string }>;

/** Makes a repository with one commit (none without files); returns the commit. */
export function makeRepository(folder: string, files: Files): string {
  mkdirSync(folder, { recursive: true });
  git(folder, ["init", "--quiet", "--initial-branch=trunk", "."]);
  if (Object.keys(files).length === 0) return "";
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    if (typeof content === "string" || Buffer.isBuffer(content)) writeFileSync(target, content);
    else symlinkSync(content.to, target);
  }
  git(folder, ["add", "--all", "--force", "."]);
  git(folder, ["commit", "--quiet", "-m", "A commit"]);
  return git(folder, ["rev-parse", "HEAD"]);
}

/** Commits a tree in the input format of `git mktree`, including trees that no file system could store. */
export function commitTree(folder: string, lines: readonly string[]): string {
  const tree = git(folder, ["mktree", "-z", "--missing"], lines.map((line) => `${line}\0`).join(""));
  const commit = git(folder, ["commit-tree", tree, "-m", "A tree"]);
  git(folder, ["update-ref", "HEAD", commit]);
  return commit;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "priorart-test-"));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** May answer a request itself; returns false to pass it to the repositories. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface GitServer {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  requests: string[];
  close(): Promise<void>;
}

/** Serves the repositories in the folders below `root`. */
export async function serveRepositories(root: string, answer: Answer = () => false): Promise<GitServer> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (!answer(request, response)) serve(root, { request, response });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers like a repository below `root`, but stalls after `most` bytes of one response without ending it. */
export function serve(
  root: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  most = Number.POSITIVE_INFINITY,
): void {
  const url = new URL(request.url ?? "", "http://localhost");
  const [, name, action] = /^\/([\w.-]+)\/(info\/refs|git-upload-pack)$/.exec(url.pathname) ?? [];
  if (name === undefined || !existsSync(join(root, name))) return void response.writeHead(404).end();
  const advertise = action === "info/refs";
  const kind = advertise ? "advertisement" : "result";
  const protocol = String(request.headers["git-protocol"] ?? "");
  const child = spawn(
    "git",
    ["upload-pack", "--stateless-rpc", ...(advertise ? ["--advertise-refs"] : []), join(root, name)],
    {
      env: { ...environment, GIT_PROTOCOL: protocol },
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  child.stdin.on("error", () => {});
  response.writeHead(200, { "content-type": `application/x-git-upload-pack-${kind}` });
  if (advertise) response.write("001e# service=git-upload-pack\n0000");
  request.pipe(child.stdin);
  let sent = 0;
  child.stdout.on("data", (piece: Buffer) => {
    if (sent < most) response.write(piece.subarray(0, most - sent));
    sent += piece.length;
  });
  child.stdout.once("end", () => {
    if (sent <= most) response.end();
  });
}

/** Allows servers on this machine over plain HTTP, for tests only. */
export const thisMachine: Network = {
  permitsProtocol: ({ protocol }) => protocol === "http:",
  addressesOf: async () => ["127.0.0.1"],
  permits: (address) => address === "127.0.0.1",
  isLocalName,
};
