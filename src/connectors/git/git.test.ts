import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  type Answer,
  commitTree,
  type Files,
  type GitServer,
  git,
  makeRepository,
  removeFolder,
  serve,
  serveRepositories,
  temporaryFolder,
} from "../../../packages/scan/src/git/repositories.case.ts";
import {
  contextOf,
  describeConnector,
  idsWith,
  itemsOf,
  type Reading,
  readAll,
} from "../conformance.case.ts";
import type { ConnectorContext } from "../connector.ts";
import { gitConnector, openGit } from "./git.ts";

let root: string;
let server: GitServer;

async function start(answer?: Answer): Promise<void> {
  root = temporaryFolder();
  server = await serveRepositories(root, answer);
}
async function stop(): Promise<void> {
  await server.close();
  removeFolder(root);
}

const files: Files = {
  "README.md": "# The repository\n\nText.",
  "docs/a.md": "---\ntitle: A\nauthor: Ada\ndate: 2020-01-02\n---\n\nText.",
  "docs/b c.txt": "Text.",
  "docs/photo.png": Buffer.from([1, 2, 3]),
};

/** Writes files and commits them; null removes one. */
function commit(changes: Record<string, string | null>, date = "2024-06-01T12:00:00Z"): void {
  const folder = join(root, "docs");
  for (const [path, text] of Object.entries(changes))
    if (text === null) git(folder, ["rm", "--quiet", path]);
    else writeFileSync(join(folder, path), text);
  git(folder, ["add", "--all"]);
  git(folder, [
    "-c",
    "user.name=Grace",
    "commit",
    "--quiet",
    "--author=Grace <g@example.org>",
    `--date=${date}`,
    "-m",
    "Change",
  ]);
}

for (const protocol of ["http", "file"] as const) {
  describe(`over ${protocol}`, () => {
    describeConnector(gitConnector, async () => {
      await start();
      makeRepository(join(root, "docs"), files);
      const url = protocol === "http" ? `${server.url}/docs` : `file://${join(root, "docs")}`;
      return {
        record: { kind: "git", url },
        context: { allowFiles: protocol === "file" },
        change: () => {
          commit({ "docs/b c.txt": "Changed." });
          return "docs/b c.txt";
        },
        remove: () => {
          commit({ "docs/a.md": null });
          return "docs/a.md";
        },
        breakIt: () => removeFolder(join(root, "docs")),
        close: stop,
      };
    });
  });
}

describe("a repository", () => {
  beforeEach(() => start());
  afterEach(stop);

  const record = (change = {}) => ({ kind: "git" as const, url: `${server.url}/docs`, ...change });
  const read = async (change = {}, earlier?: Reading, context: Partial<ConnectorContext> = {}) =>
    (await readAll(gitConnector, { record: record(change), context }, earlier))!;
  const hintsOf = (reading: Reading) =>
    Object.fromEntries(
      [...reading.fetched].map(([id, found]) => [id, found.outcome === "read" ? found.content.hints : null]),
    );

  it("is not fetched again while its branch is at the same commit", async () => {
    const revision = makeRepository(join(root, "docs"), files);
    const first = await read();
    expect(first.state).toEqual({ revision });
    server.requests.length = 0;
    expect(await read({}, first)).toBe(null);
    expect(
      server.requests.every((path) => path.includes("info/refs") || path.endsWith("git-upload-pack")),
    ).toBe(true);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it("is read on the branch, and as far as extensions and patterns say", async () => {
    makeRepository(join(root, "docs"), files);
    git(join(root, "docs"), ["checkout", "--quiet", "-b", "next"]);
    commit({ "docs/new.md": "# New\n\nText." });
    git(join(root, "docs"), ["checkout", "--quiet", "trunk"]);
    expect((await read()).items.map(({ id }) => id)).toEqual(["README.md", "docs/a.md", "docs/b c.txt"]);
    const next = await read({ branch: "next", include: ["docs/**"], exclude: ["*.txt"] });
    expect(next.items.map(({ id }) => id)).toEqual(["docs/a.md", "docs/new.md"]);
    await expect(read({ branch: "none" })).rejects.toThrow("the repository has no branch none");
  });

  it("gives a file the author and date of the last commit that touched it, and a link", async () => {
    makeRepository(join(root, "docs"), files);
    commit({ "docs/b c.txt": "Changed." }, "2024-06-01T12:00:00Z");
    commit({ "docs/new.md": "New." }, "2024-07-01T12:00:00Z");
    const reading = await read({ link: "https://example.org/{revision}/{path}" });
    const { revision } = reading.state!;
    expect(hintsOf(reading)).toEqual({
      "README.md": {
        author: "Test",
        publishedAt: "2024-05-01T12:00:00Z",
        url: `https://example.org/${revision}/README.md`,
      },
      "docs/a.md": {
        author: "Test",
        publishedAt: "2024-05-01T12:00:00Z",
        url: `https://example.org/${revision}/docs/a.md`,
      },
      "docs/b c.txt": {
        author: "Grace",
        publishedAt: "2024-06-01T12:00:00Z",
        url: `https://example.org/${revision}/docs/b%20c.txt`,
      },
      "docs/new.md": {
        author: "Grace",
        publishedAt: "2024-07-01T12:00:00Z",
        url: `https://example.org/${revision}/docs/new.md`,
      },
    });
  });

  it("knows no date of a file that only commits beyond the limit touched", async () => {
    makeRepository(join(root, "docs"), files);
    for (const text of ["1", "2", "3"]) commit({ "README.md": text });
    const source = (await openGit(record(), contextOf(), limitsWith({ history: { commits: 2 } })))!;
    const hintsOfItem = async (id: string) => {
      const found = await source.fetch({ id, version: null }, null);
      return found.outcome === "read" && found.content.hints;
    };
    expect(await hintsOfItem("README.md")).toMatchObject({ author: "Grace" });
    expect(await hintsOfItem("docs/a.md")).toEqual({});
    await source.close();
  });

  it("without its history has no dates at first, then that of the newest commit for what has changed", async () => {
    makeRepository(join(root, "docs"), files);
    const openWith = async (state: Record<string, string> | null) => {
      const limits = limitsWith({ history: { packBytes: 0 } });
      const source = (await openGit(record(), contextOf({ state }), limits))!;
      const found = await source.fetch({ id: "docs/b c.txt", version: null }, null);
      const seen = [found.outcome === "read" && found.content.hints, source.notes!()];
      await source.close();
      return seen;
    };
    const note = expect.stringMatching(/^dates of commits are not known: the repository is larger than/);
    expect(await openWith(null)).toEqual([{}, [note]]);
    expect(await openWith({ revision: "0".repeat(40) })).toEqual([
      { publishedAt: "2024-05-01T12:00:00Z" },
      [note],
    ]);
  });

  it("has its history fetched without contents where the server can leave them out", async () => {
    const folder = join(root, "docs");
    makeRepository(folder, files);
    for (let change = 0; change < 3; change++) {
      writeFileSync(join(folder, "noise.bin"), randomBytes(100_000));
      commit({ "README.md": String(change) });
    }
    const notes = async () => {
      const limits = limitsWith({ history: { packBytes: 100_000 } });
      const source = (await openGit(record(), contextOf(), limits))!;
      const found = await source.fetch({ id: "README.md", version: null }, null);
      await source.close();
      return [found.outcome === "read" && found.content.hints.author, source.notes!().length];
    };
    expect(await notes()).toEqual([undefined, 1]);
    git(folder, ["config", "uploadpack.allowFilter", "true"]);
    expect(await notes()).toEqual(["Grace", 0]);
  });

  it("with links, submodules and names that are unsafe or not UTF-8: they are left out, and counted", async () => {
    const folder = join(root, "docs");
    const revision = makeRepository(folder, { "a.md": "A", "b.md": { to: "/etc/passwd" } });
    const blob = git(folder, ["hash-object", "-w", "--stdin"], "x");
    const evil = git(folder, ["mktree", "-z", "--missing"], `100644 blob ${blob}\tevil.md\0`);
    commitTree(folder, [
      `100644 blob ${blob}\ta.md`,
      `120000 blob ${blob}\tlink.md`,
      `160000 commit ${revision}\tmodule`,
      `040000 tree ${evil}\t..`,
      `040000 tree ${evil}\t.git`,
    ]);
    const { items, notes, listsAll } = await read();
    expect({ ids: items.map(({ id }) => id), notes, listsAll }).toEqual({
      ids: ["a.md"],
      notes: [
        "left out: 1 symbolic links",
        "left out: 1 submodules",
        "left out: 2 files whose names are unsafe or not UTF-8",
      ],
      listsAll: true,
    });
  });

  it("has no text of files in large file storage, and is not read again for them", async () => {
    makeRepository(join(root, "docs"), files);
    commit({ "paper.pdf": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n" });
    const reading = await read();
    expect(reading.fetched.get("paper.pdf")).toMatchObject({ outcome: "skipped" });
    expect(idsWith(reading, "read")).toHaveLength(3);
  });

  it("is listed up to a limit, and then not taken to be complete", async () => {
    makeRepository(join(root, "docs"), files);
    const source = (await openGit(record(), contextOf(), limitsWith({ files: 2 })))!;
    expect(await itemsOf(source)).toHaveLength(2);
    expect([source.listsAll(), source.notes!()]).toEqual([
      false,
      ["left out: only the first 2 files are read: narrow include"],
    ]);
    await source.close();
  });

  it("is refused over http, file and private addresses unless the operator allows them", async () => {
    makeRepository(join(root, "docs"), files);
    const failure = async (url: string, context: Partial<ConnectorContext>) =>
      read({ url }, undefined, context).then(
        () => "read",
        (error) => `${error.name}: ${error.message}`,
      );
    const none = { allowPrivateHosts: [] };
    expect(await failure(`${server.url}/docs`, none)).toBe(
      "SourceFailure: http:// repositories are read only from hosts in PRIORART_ALLOW_PRIVATE_HOSTS; use https://",
    );
    for (const host of ["127.0.0.1", "localhost", "10.0.0.1", "[::1]", "git.internal"])
      expect(await failure(`https://${host}/docs`, none)).toMatch(
        /^SourceFailure: .* is not an address of the public internet; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS$/,
      );
    expect(await failure(`file://${join(root, "docs")}`, none)).toMatch(
      /^SourceFailure: file:\/\/ repositories are not read; .* add the word file to PRIORART_ALLOW_PRIVATE_HOSTS$/,
    );
    expect(await failure(`file://server${join(root, "docs")}`, { allowFiles: true })).toContain(
      "must not name a host",
    );
  });

  it("that redirects to a host that is not allowed is refused; to an allowed one it is followed", async () => {
    makeRepository(join(root, "docs"), files);
    let target = "http://127.0.0.2";
    await server.close();
    server = await serveRepositories(root, (request, response) => {
      if (!request.url!.startsWith("/moved")) return false;
      response.writeHead(302, { location: `${target}${request.url!.replace("/moved", "/docs")}` }).end();
      return true;
    });
    await expect(read({ url: `${server.url}/moved` })).rejects.toThrow("is not fetched; if that is intended");
    target = "https://10.0.0.1";
    await expect(read({ url: `${server.url}/moved` })).rejects.toThrow("10.0.0.1 is not an address");
    target = server.url;
    expect((await read({ url: `${server.url}/moved` })).items).toHaveLength(3);
  });

  it("that is empty, missing, or not a repository is a failure with a reason", async () => {
    makeRepository(join(root, "docs"), {});
    await expect(read()).rejects.toThrow("the repository has no commits yet");
    await expect(read({ url: `${server.url}/none` })).rejects.toThrow("private or deleted");
    await server.close();
    const { url } = server;
    server = await serveRepositories(root);
    await expect(read({ url: `${url}/docs?token=secret` })).rejects.toThrow(/^(?!.*secret).*connect/i);
  });

  it("cannot be read without git, and the failure says what to do", async () => {
    makeRepository(join(root, "docs"), files);
    const { PATH } = process.env;
    process.env.PATH = root;
    try {
      await expect(read()).rejects.toThrow(/^git was not found: install it/);
    } finally {
      process.env.PATH = PATH;
    }
  });

  it("leaves nothing behind, also when it is aborted while it is read", async () => {
    makeRepository(join(root, "docs"), files);
    // Of its own: other tests make folders in the system's.
    const { TMPDIR } = process.env;
    const own = join(root, "tmp");
    mkdirSync(own);
    process.env.TMPDIR = own;
    onTestFinished(() => {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    });
    await server.close();
    const controller = new AbortController();
    server = await serveRepositories(root, (request, response) => {
      if (request.method !== "POST") return false;
      serve(root, { request, response }, 100);
      setTimeout(() => controller.abort(new Error("no longer wanted")), 50);
      return true;
    });
    await expect(read({}, undefined, { signal: controller.signal })).rejects.toThrow("no longer wanted");
    expect(readdirSync(own)).toEqual([]);
  });

  it("whose hooks and filters would run something runs nothing", async () => {
    const folder = join(root, "docs");
    const mark = join(root, "was-run");
    makeRepository(folder, { "a.md": "A", ".gitattributes": "* filter=evil\n" });
    writeFileSync(join(folder, ".git", "hooks", "post-checkout"), `#!/bin/sh\ntouch ${mark}\n`, {
      mode: 0o755,
    });
    for (const [name, value] of [
      ["filter.evil.smudge", `touch ${mark}`],
      ["core.fsmonitor", `touch ${mark}`],
      ["uploadpack.packObjectsHook", `touch ${mark}`],
    ] as const)
      git(folder, ["config", name, value]);
    const reading = await read({ url: `file://${folder}` }, undefined, { allowFiles: true });
    expect(idsWith(reading, "read")).toEqual(["a.md"]);
    expect(existsSync(mark)).toBe(false);
  });
});

function limitsWith({
  history,
  ...change
}: {
  files?: number;
  history?: { commits?: number; packBytes?: number };
}) {
  const all = { seconds: 60, packBytes: 2 ** 26, listedFiles: 1_000, files: 1_000, fileBytes: 2 ** 20 };
  return {
    ...all,
    ...change,
    history: { seconds: 60, commits: 100, packBytes: 2 ** 26, names: 1_000, ...history },
  };
}
