import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLocalName, isPublicIp } from "../../../../src/contract/values/hosts.ts";
import { type Checkout, withPublicRepository, withTypedRepository } from "./clone.ts";
import { publicInternet } from "./public-address.ts";

const internet = publicInternet({ isLocalName, isPublicIp });

import {
  type Answer,
  commitTree,
  type GitServer,
  git,
  makeRepository,
  removeFolder,
  serveRepositories,
  serve as serveRepository,
  temporaryFolder,
  thisMachine,
} from "./repositories.case.ts";

let root: string;
let server: GitServer | undefined;

beforeEach(() => {
  root = temporaryFolder();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  removeFolder(root);
});

/** The temporary folder around a checkout. */
const isThere = (path: string) => existsSync(dirname(path));

const serve = async (answer?: Answer) => {
  server = await serveRepositories(root, answer);
  return server.url;
};
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
const lookAt = (url: string, options = {}) =>
  withPublicRepository(
    url,
    async (checkout: Checkout) => ({
      ...checkout,
      files: filesBelow(checkout.path),
    }),
    { network: thisMachine, ...options },
  );
const typed = (name: string, options = {}) =>
  withTypedRepository(
    { url: `file://${join(root, name)}`, protocol: "file" },
    async (checkout) => ({ ...checkout, files: filesBelow(checkout.path) }),
    options,
  );

describe("reading a repository", () => {
  it("provides the files of the newest commit and the commit id, and cleans up", async () => {
    const revision = makeRepository(join(root, "app"), {
      "README.md": "# App\n",
      "src/main.ts": "export {};\n",
    });
    let text = "";
    const url = `${await serve()}/app`;
    const seen = await withPublicRepository(
      url,
      async (checkout) => {
        text = readFileSync(join(checkout.path, "README.md"), "utf8");
        return { ...checkout, files: filesBelow(checkout.path) };
      },
      { network: thisMachine },
    );
    expect(seen).toMatchObject({ revision, files: ["README.md", "src/main.ts"], leftOut: [] });
    expect(text).toBe("# App\n");
    expect(isThere(seen.path)).toBe(false);
  });

  it("reads the same over a file address that was typed", async () => {
    const revision = makeRepository(join(root, "app"), { "go.mod": "module x\n" });
    expect(await typed("app")).toMatchObject({ revision, files: ["go.mod"] });
  });

  it("fetches one commit and no history", async () => {
    const folder = join(root, "app");
    makeRepository(folder, { a: "1" });
    git(folder, ["commit", "--quiet", "--allow-empty", "-m", "Another"]);
    const depth = await withTypedRepository({ url: `file://${folder}`, protocol: "file" }, async ({ path }) =>
      git(join(path, "..", "git"), ["rev-list", "--count", "FETCH_HEAD"]),
    );
    expect(depth).toBe("1");
  });

  it("rethrows the callback's error, and still cleans up", async () => {
    makeRepository(join(root, "app"), { a: "1" });
    let path = "";
    const failing = withTypedRepository(
      { url: `file://${join(root, "app")}`, protocol: "file" },
      async (checkout) => {
        path = checkout.path;
        throw new Error("no luck");
      },
    );
    await expect(failing).rejects.toThrow("no luck");
    expect({ path, there: isThere(path) }).toEqual({
      path: expect.stringContaining("priorart-scan-"),
      there: false,
    });
  });
});

describe("a hostile repository", () => {
  it("with symbolic links, inside and out of the tree: none is created", async () => {
    makeRepository(join(root, "links"), {
      out: { to: "/etc/passwd" },
      "up/dir": { to: "../../../.." },
      "ok.ts": "1",
    });
    expect(await typed("links")).toMatchObject({ files: ["ok.ts"], leftOut: ["2 symbolic links"] });
  });

  it("with hooks, filters and a file system monitor: none is run", async () => {
    const folder = join(root, "hooked");
    const mark = join(root, "was-run");
    makeRepository(folder, {
      ".gitattributes": "* filter=evil\n",
      ".githooks/post-checkout": `#!/bin/sh\ntouch ${mark}\n`,
      ".lfsconfig": "[lfs]\nurl = http://127.0.0.1:1/\n",
      "big.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n",
    });
    for (const hook of ["post-checkout", "post-merge", "reference-transaction"]) {
      writeFileSync(join(folder, ".git", "hooks", hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    }
    git(folder, ["config", "filter.evil.smudge", `touch ${mark}`]);
    git(folder, ["config", "core.fsmonitor", `touch ${mark}`]);
    const { files } = await typed("hooked");
    expect(files).toContain("big.bin");
    expect(existsSync(mark)).toBe(false);
  });

  it("with submodules: they are not fetched, but counted", async () => {
    const folder = join(root, "outer");
    const commit = makeRepository(folder, {
      "a.ts": "1",
      ".gitmodules": '[submodule "x"]\npath = x\nurl = ext::sh -c true\n',
    });
    git(folder, ["update-index", "--add", "--cacheinfo", `160000,${commit},x`]);
    git(folder, ["commit", "--quiet", "-m", "A submodule"]);
    expect(await typed("outer")).toMatchObject({ files: [".gitmodules", "a.ts"], leftOut: ["1 submodules"] });
  });

  it("with names that point outside the folder or into .git: they are not written", async () => {
    const folder = join(root, "names");
    makeRepository(folder, { "ok.ts": "1" });
    const blob = git(folder, ["hash-object", "-w", "--stdin"], "evil");
    const evil = git(folder, ["mktree", "-z", "--missing"], `100644 blob ${blob}\tconfig\0`);
    commitTree(folder, [
      `100644 blob ${blob}\tfine.ts`,
      `040000 tree ${evil}\t..`,
      `040000 tree ${evil}\t.git`,
      `040000 tree ${evil}\t.GIT `,
      `100644 blob ${blob}\tc:\\evil`,
    ]);
    expect(await typed("names")).toMatchObject({
      files: ["fine.ts"],
      leftOut: ["4 files whose names cannot be written safely"],
    });
  });

  it("with a file and a folder of the same name: the first is kept, the other counted", async () => {
    const folder = join(root, "clash");
    makeRepository(folder, { "ok.ts": "1" });
    const blob = git(folder, ["hash-object", "-w", "--stdin"], "x");
    const inner = git(folder, ["mktree", "-z"], `100644 blob ${blob}\tb\0`);
    commitTree(folder, [`100644 blob ${blob}\ta`, `040000 tree ${inner}\ta`]);
    expect(await typed("clash")).toMatchObject({
      files: ["a"],
      leftOut: ["1 files whose names collide or are too long"],
    });
  });

  it("with control characters or invalid UTF-8 in names: they are written unchanged", async () => {
    const folder = join(root, "odd");
    makeRepository(folder, { "ok.ts": "1" });
    const blob = git(folder, ["hash-object", "-w", "--stdin"], "x");
    const tree = git(
      folder,
      ["mktree", "-z"],
      Buffer.concat([Buffer.from(`100644 blob ${blob}\ta\u001b[31m\n`), Buffer.from([0xff, 0xfe, 0])]),
    );
    git(folder, ["update-ref", "HEAD", git(folder, ["commit-tree", tree, "-m", "x"])]);
    expect((await typed("odd")).files).toHaveLength(1);
  });

  it("that is a decompression bomb: large files stay packed, and the total is bounded", async () => {
    const zeros = Buffer.alloc(3_000_000);
    makeRepository(join(root, "bomb"), {
      "bomb.txt": zeros,
      "a.ts": "1",
      "deep/er/b.ts": "2",
      "deep/er/c.ts": "3",
    });
    const limits = { fileBytes: 1_000_000, files: 2 };
    const { files, leftOut } = await typed("bomb", { limits });
    expect(files).toEqual(["a.ts", "deep/er/b.ts"]);
    expect(leftOut).toEqual([
      "1 files larger than 1 MiB",
      expect.stringMatching(/^1 files beyond the limits of 2 files/),
    ]);
  });

  it("with a million nested entries from few tree objects: the listing stops at its limit", async () => {
    const folder = join(root, "forest");
    makeRepository(folder, { "ok.ts": "1" });
    let tree = git(
      folder,
      ["mktree", "-z"],
      `100644 blob ${git(folder, ["hash-object", "-w", "--stdin"], "x")}\tf\0`,
    );
    for (let level = 0; level < 12; level++) {
      const lines = Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\t${index}\0`);
      tree = git(folder, ["mktree", "-z"], lines.join(""));
    }
    git(folder, ["update-ref", "HEAD", git(folder, ["commit-tree", tree, "-m", "x"])]);
    const { files, leftOut } = await typed("forest", { limits: { listedFiles: 500, files: 100 } });
    expect(files).toHaveLength(100);
    expect(leftOut[0]).toBe("only the first 500 files of the repository were listed");
  });

  it("that is larger to fetch than the limit: aborted", async () => {
    makeRepository(join(root, "huge"), { "noise.bin": randomBytes(400_000) });
    const reading = lookAt(`${await serve()}/huge`, { limits: { packBytes: 10_000 } });
    await expect(reading).rejects.toMatchObject({ outcome: "too-large" });
  });
});

describe("a hostile or unreachable server", () => {
  it("that never answers: aborted at the time limit", async () => {
    const url = await serve(() => true);
    const reading = lookAt(`${url}/app`, { limits: { seconds: 0.5 } });
    await expect(reading).rejects.toMatchObject({
      outcome: "timed-out",
      message: expect.stringContaining("0.5 s"),
    });
  });

  it("that slowly sends too much: aborted at the size limit, not at the end", async () => {
    makeRepository(join(root, "slow"), { "noise.bin": randomBytes(2_000_000) });
    const url = await serve((request, response) => {
      serveRepository(root, { request, response }, 1_000_000);
      return true;
    });
    const reading = lookAt(`${url}/slow`, { limits: { packBytes: 100_000, seconds: 30 } });
    await expect(reading).rejects.toMatchObject({ outcome: "too-large" });
  });

  it.each([401, 403, 404])("that answers %i: private or gone", async (status) => {
    const url = await serve((_request, response) => {
      response
        .writeHead(status, status === 401 ? { "www-authenticate": 'Basic realm="x"' } : {})
        .end("secret words");
      return true;
    });
    const reading = lookAt(`${url}/app`);
    await expect(reading).rejects.toMatchObject({ outcome: "private" });
    await expect(reading).rejects.not.toThrow("secret words");
  });

  it("that fails: unreachable, so it is retried", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(503).end();
      return true;
    });
    await expect(lookAt(`${url}/app`)).rejects.toMatchObject({ outcome: "unreachable" });
  });

  it("that serves a page: not a repository", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>");
      return true;
    });
    await expect(lookAt(`${url}/app`)).rejects.toMatchObject({ outcome: "not-a-repository" });
  });

  it("whose repository is empty: not yet one", async () => {
    makeRepository(join(root, "empty"), {});
    await expect(lookAt(`${await serve()}/empty`)).rejects.toMatchObject({ outcome: "not-a-repository" });
  });

  it("that is not running: unreachable", async () => {
    const url = await serve();
    await server!.close();
    await expect(lookAt(`${url}/app`)).rejects.toMatchObject({ outcome: "unreachable" });
  });
});

describe("where a repository is fetched from", () => {
  const redirecting =
    (to: (url: string) => string): Answer =>
    (request, response) => {
      if (!request.url?.startsWith("/old/")) return false;
      response.writeHead(301, { location: to(request.url) }).end();
      return true;
    };

  it("a redirect of a moved repository is followed", async () => {
    const revision = makeRepository(join(root, "new"), { a: "1" });
    const url = await serve(redirecting((from) => from.replace("/old/", "/new/")));
    expect(await lookAt(`${url}/old`)).toMatchObject({ revision });
  });

  it("a redirect to a private host is not followed", async () => {
    const url = await serve(redirecting((from) => `http://10.0.0.7${from}`));
    await expect(lookAt(`${url}/old`)).rejects.toMatchObject({ outcome: "refused" });
  });

  it("nor to a local name, to another protocol, or in a loop", async () => {
    let target = "";
    const url = await serve(redirecting((from) => `${target}${from}`));
    for (const [to, outcome] of [
      ["http://metadata.internal", "refused"],
      ["https://127.0.0.1:1", "refused"],
      ["http://user@127.0.0.1", "refused"],
      ["ext::sh -c true ", "refused"],
      [url, "unreachable"],
    ]) {
      target = to!;
      await expect(lookAt(`${url}/old`), to).rejects.toMatchObject({ outcome });
    }
  });

  it("a redirect to a web page is not a repository", async () => {
    const url = await serve(redirecting(() => "/login?return_to=x"));
    await expect(lookAt(`${url}/old`)).rejects.toMatchObject({ outcome: "not-a-repository" });
  });

  it("addresses of this machine and of private networks are refused, in any spelling", async () => {
    const look = async () => {};
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:10.0.0.1]",
      "169.254.169.254",
      "100.64.0.1",
      "localhost",
      "router.local",
      "intranet",
    ]) {
      const reading = withPublicRepository(`https://${host}/o/r`, look, { network: internet });
      await expect(reading, host).rejects.toMatchObject({ outcome: "refused" });
    }
  });

  it("a name is refused when any of its addresses is private", async () => {
    const network = { ...internet, addressesOf: async () => ["140.82.112.3", "192.168.1.1"] };
    const reading = withPublicRepository("https://two-faced.example/o/r", async () => {}, { network });
    await expect(reading).rejects.toMatchObject({ outcome: "refused" });
  });

  it("git connects to the checked address, even when the name resolves to another", async () => {
    const revision = makeRepository(join(root, "app"), { a: "1" });
    const { port } = new URL(await serve());
    expect(await lookAt(`http://pinned.example:${port}/app`)).toMatchObject({ revision });
  });

  it("a name without addresses is unreachable", async () => {
    const network = { ...internet, addressesOf: async () => Promise.reject(new Error("ENOTFOUND")) };
    const reading = withPublicRepository("https://gone.example/o/r", async () => {}, { network });
    await expect(reading).rejects.toMatchObject({ outcome: "unreachable" });
  });
});

describe("stopping", () => {
  it("ends git and cleans up immediately", async () => {
    const url = await serve(() => true);
    const controller = new AbortController();
    const reading = lookAt(`${url}/app`, { signal: controller.signal });
    const settled = reading.then(
      () => "read",
      (error) => error.message,
    );
    await expect.poll(() => server!.requests.length).toBeGreaterThan(0);
    controller.abort(new Error("stopped by hand"));
    expect(await settled).toBe("stopped by hand");
  });
});
