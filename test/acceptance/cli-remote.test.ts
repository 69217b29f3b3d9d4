/** The research commands: the same answers from a data directory and from a server; what can go wrong with a server. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, start, temporaryDirectories } from "./cli-harness.ts";
import { useSharedService } from "./harness/service.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

const service = useSharedService();
const directories = temporaryDirectories();
const servers: Server[] = [];
let data: string;
beforeAll(async () => {
  ({ data } = await copyOfDemo());
});
afterAll(async () => {
  await rm(data, { recursive: true });
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await directories.removeAll();
});

const remoteEnv = () => ({ PRIORART_SERVER: service().url, PRIORART_TOKEN: service().tokens.demo });

/** The root address of a server that answers like this. */
async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A document of the demo. */
async function documentId(): Promise<string> {
  const { results } = await service().get("searchArchives", { json: { query: "session key rotation" } });
  return results[0]!.documentId;
}

describe("a server answers as its data directory does", () => {
  it.each([
    [["search", "projects", "radio for pharmacies", "--facet", "hackathons"], 0, "pillbox-radio"],
    [["document", "DOCUMENT", "--passages", "session key rotation"], 0, "from character"],
    [["resources", "--hackathon", "northwind-2025", "--kind", "rpc", "--format", "jsonl"], 0, '"kind":"rpc"'],
    [["export", "projects", "--winners", "--format", "jsonl"], 0, '"slug"'],
    [["technologies", "counts", "rst"], 1, "rst: 0 of"],
    [["project", "pilbox-radio"], 2, ""],
  ] as const)("%s", async (words, code, expected) => {
    const id = await documentId();
    const args = words.map((word) => (word === "DOCUMENT" ? id : word));
    const [local, remote] = await Promise.all([
      run(["--data", data, ...args]),
      run(args, { env: remoteEnv() }),
    ]);
    expect(remote).toEqual(local);
    expect(local.code).toBe(code);
    expect(local.stdout).toContain(expected);
    if (code !== 0) expect(local.stderr).toContain("nearest: ");
  });

  it("check links its pages; without a server the report names keys", async () => {
    const args = ["check", "an app where market vendors settle payments by text message"];
    const local = await run([...args, "--data", data]);
    const remote = await run([...args, "--server", service().url], {
      env: { PRIORART_TOKEN: service().tokens.demo },
    });
    expect({ code: remote.code, stderr: remote.stderr }).toEqual({ code: 0, stderr: "" });
    expect(remote.stdout).toContain(`](${service().url}/projects/`);
    expect(local.stdout.match(/^## .*$/gm)).toEqual(remote.stdout.match(/^## .*$/gm));
    expect(local.stdout).toContain("(`");
  });

  it("export writes what the API answers", async () => {
    const json = { query: "", filters: { winnersOnly: true }, format: "csv" };
    const { body } = await service().ask("exportProjects", { json });
    const file = join(await directories.make(), "winners.csv");
    await run(["export", "projects", "--winners", "--output", file], { env: remoteEnv() });
    expect(await readFile(file, "utf8")).toBe(body);
  });
});

describe("a server that cannot answer: one line, without the token", () => {
  const token = "pa_not-a-token-that-anyone-has";
  const page: RequestListener = (_, response) => response.writeHead(200).end("<html>");
  const gone: RequestListener = (_, response) => response.writeHead(502).end("bad gateway");
  const cases: [name: string, args: () => Promise<string[]>, outcome: [code: number, message: RegExp]][] = [
    ["an invalid token", async () => ["--server", service().url, "--token", token], [2, /token/i]],
    [
      "nothing listens",
      async () => ["--server", "http://127.0.0.1:1", "--token", token],
      [3, /does not respond/],
    ],
    ["not Prior Art", async () => ["--server", await serverThat(page), "--token", token], [3, /not one of/]],
    ["no token", async () => ["--server", service().url], [2, /PRIORART_TOKEN/]],
    [
      "a bad token",
      async () => ["--server", service().url, "--token", "pa x"],
      [2, /PRIORART_TOKEN must be/],
    ],
    ["not a URL", async () => ["--server", "localhost", "--token", token], [2, /http or https/]],
  ];

  it.each(cases)("%s", async (_name, args, [code, message]) => {
    const answer = await run(["filters", ...(await args())]);
    expect(answer.stderr).toMatch(message);
    expect(answer.stderr).not.toMatch(/pa_|pa x/);
    expect(answer.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect({ code: answer.code, stdout: answer.stdout }).toEqual({ code, stdout: "" });
  });

  it("a proxy's error is tried again, then reported", async () => {
    let asked = 0;
    const server = await serverThat((request, response) => {
      asked++;
      gone(request, response);
    });
    const { code, stderr } = await run(["filters", "--server", server, "--token", token]);
    expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 3, lines: 1 });
    expect(stderr).toContain("502");
    expect(asked).toBeGreaterThan(1);
  });
});

it("a token file is read when only its owner can read it", async () => {
  const file = join(await directories.make(), "token");
  await writeFile(file, `${service().tokens.demo}\n`);
  const env = { PRIORART_SERVER: service().url, PRIORART_TOKEN_FILE: file };
  await chmod(file, 0o644);
  const refused = await run(["filters"], { env });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("chmod 600") });
  expect(refused.stderr).not.toContain(service().tokens.demo);
  await chmod(file, 0o600);
  expect((await run(["filters"], { env })).code).toBe(0);
});

it("waits as the server's limit says, and reports it", async () => {
  let refused = false;
  const server = await serverThat(async (request, response) => {
    if (refused) {
      const answer = await fetch(service().url + request.url!, { headers: service().headers() });
      response.writeHead(200, { "Content-Type": "application/json" }).end(await answer.text());
    } else {
      refused = true;
      const body = { error: "Too many requests", code: "RATE_LIMITED", retryable: true };
      response.writeHead(429, { "Retry-After": "1", "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    }
  });
  const { code, stdout, stderr } = await run(["categories", "--server", server, "--token", "pa_t"]);
  expect(stderr).toBe("The server's limit is reached; trying again in 1 s.\n");
  expect(code).toBe(0);
  expect(stdout).toContain("gaming");
});

it("Ctrl-C ends a request that is not answered", async () => {
  let heard = () => {};
  const asked = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const server = await serverThat(() => heard());
  const running = start(["filters", "--server", server, "--token", "pa_t"]);
  await asked;
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
  expect(stderr).toContain("Interrupted.");
});

it("a reader that leaves early is not a failure", async () => {
  const program = fileURLToPath(new URL("../../bin/priorart.mjs", import.meta.url));
  const script = `"${process.execPath}" "${program}" export projects --data "${data}" | head -n 1`;
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", script]);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^slug,.*\r\n$/);
});

it.runIf(existsSync("/dev/full"))("a result that cannot be written fails with one line", async () => {
  const program = fileURLToPath(new URL("../../bin/priorart.mjs", import.meta.url));
  const script = `"${process.execPath}" "${program}" export projects --data "${data}" > /dev/full`;
  await expect(promisify(execFile)("sh", ["-c", script])).rejects.toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^error: the result could not be written: ENOSPC.*\n$/),
  });
});

it("the arguments of the running process do not show the token", async () => {
  const server = await serverThat(() => {});
  const running = start(["mcp", "--server", server, "--token", "pa_secret-of-mine"], { keepsStdin: true });
  await running.line(/^Serving http/);
  if (process.platform === "linux")
    expect(readFileSync(`/proc/${running.child.pid}/cmdline`, "utf8")).not.toContain("pa_secret");
  running.child.stdin!.end();
  expect((await running.finished).code).toBe(0);
});
