/** Importing in the console: a file is uploaded in parts, previewed, imported in a process of its own, and published. */
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { consoleOperations } from "../../src/contract/api/console/operations.ts";
import type { ErrorBody } from "../../src/contract/api/errors.ts";
import { uploadPartBytes } from "../../src/contract/values/bounds.ts";
import { type ConsoleServer, newConsole, type Reply, type Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";

const most = 3_000_000;
let server: ConsoleServer;
let root: Visitor;
beforeAll(async () => {
  server = await newConsole({ PRIORART_UPLOAD_BYTES: String(most), PRIORART_PUBLISH: "manual" });
  await server.start();
  root = await server.member("root@example.org", "--admin");
});
afterAll(() => server?.dispose());
afterEach(async () => {
  const { upload, running } = await root.get("getImport");
  if (running !== null) await root.get("cancelImport", {});
  await ended();
  if (upload !== null) await root.ask("discardUpload", {});
});

const wait = { timeout: 60_000, interval: 50 };
const ended = () =>
  vi.waitFor(async () => {
    const { running, last } = await root.get("getImport");
    expect(running).toBeNull();
    return last!;
  }, wait);
/** The files of uploads that are on the disk. */
const stored = () =>
  readdir(join(server.data, "uploads"), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
const project = (slug: string) =>
  `${JSON.stringify({ slug, name: `The ${slug}`, description: "A ledger." })}\n`;
const code = ({ status, body }: Reply) => [status, (body as ErrorBody).code];

describe("a file", () => {
  it("is imported from its parts, is deleted afterwards, and waits for a publish", async () => {
    const long = "x".repeat(1_200_000);
    const content = `${JSON.stringify({ slug: "first", name: "First", extra: long })}\n${project("second")}`;
    await root.upload("projects.jsonl", content);
    const state = await root.get("getImport");
    expect(state.upload).toMatchObject({
      name: "projects.jsonl",
      bytes: content.length,
      received: content.length,
      uploadedBy: "root@example.org",
    });
    expect(await stored()).toContain(join(state.upload!.id, "projects.jsonl"));
    const started = await root.get("startImport", { kind: "projects" });
    expect(started.running).toMatchObject({ kind: "projects", file: "projects.jsonl", stopping: false });
    expect(await ended()).toMatchObject({
      outcome: "imported",
      startedBy: "root@example.org",
      read: 2,
      inserted: 2,
      rejected: 0,
      rejectsFile: null,
      message: null,
    });
    expect((await root.get("getImport")).upload).toBeNull();
    expect((await stored()).filter((name) => name.endsWith(".jsonl"))).toEqual([]);
    expect((await root.get("listSources")).unpublishedSince).not.toBeNull();
    await priorart(server.data, "publish");
    expect((await root.get("listSources")).unpublishedSince).toBeNull();
    const { entries } = await root.get("listAudit", { limit: "2", q: "projects.jsonl" } as object);
    expect(
      entries.map(({ actor, via, action, target, detail }) => [actor, via, action, target, detail]),
    ).toEqual([
      ["root@example.org", "console", "import", "projects.jsonl", "projects"],
      ["root@example.org", "console", "upload-file", "projects.jsonl", null],
    ]);
  });

  it("is Markdown, gzip or YAML as well, as the command takes them", async () => {
    const files = [
      ["archive", "letter.md", "# A letter\n\nAbout settlement.\n", { source: "letters" }],
      ["hackathons", "events.yml.gz", new Uint8Array(gzipSync("- {slug: jam, name: Jam}\n")), {}],
    ] as const;
    for (const [kind, name, content, options] of files) {
      await root.upload(name, content);
      await root.get("startImport", { kind, ...options });
      const { outcome, inserted, message } = await ended();
      expect([name, outcome, inserted, message]).toEqual([name, "imported", 1, null]);
    }
  });

  it("ends with the reasons of its rejects, and with a file that lists them all", async () => {
    await root.upload(
      "tags.jsonl",
      `${'{"slug":"a","name":"A","tags":"one"}\n'.repeat(300)}${project("fine")}`,
    );
    await root.get("startImport", { kind: "projects" });
    const last = await ended();
    expect(last).toMatchObject({ read: 301, inserted: 1, rejected: 300, needsMap: true });
    expect(last.reasons).toEqual([
      { field: "tags", rule: "wrong-type", message: "must be of type object", count: 300 },
    ]);
    const { body, headers } = await root.ask("getRejects", { name: last.rejectsFile! });
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${last.rejectsFile}"`);
    const lines = (body as string).trimEnd().split("\n");
    expect(lines).toHaveLength(300);
    expect(JSON.parse(lines[0]!)).toMatchObject({ file: "tags.jsonl", line: 1, record: "a", field: "tags" });
    const [run] = (await root.get("getCorpus")).imports;
    expect(run).toMatchObject({ file: "tags.jsonl", rejected: 300, rejectsFile: last.rejectsFile });
  });

  it("is refused beyond the limit, when it is empty, or without a name", async () => {
    expect(await root.outcome("startUpload", { name: "a.jsonl", bytes: most + 1 })).toEqual([
      413,
      "PAYLOAD_TOO_LARGE",
    ]);
    for (const wrong of [
      { name: "a", bytes: 0 },
      { name: "", bytes: 1 },
      { name: "n".repeat(256), bytes: 1 },
      { name: "a", bytes: 1.5 },
    ])
      expect(await root.outcome("startUpload", wrong)).toEqual([400, "INVALID_QUERY"]);
    expect(await root.get("startUpload", { name: "a.jsonl", bytes: most })).toMatchObject({ maxBytes: most });
  });

  it("keeps only the last part of its name, which cannot be an option or a path", async () => {
    const names = [
      ["../../etc/x.jsonl", "x.jsonl"],
      ["C:\\data\\y.csv", "y.csv"],
      ["-", "upload"],
      ["--map.jsonl", "map.jsonl"],
      [".hidden.jsonl", "hidden.jsonl"],
      ["a\u0000b\n.jsonl", "a_b_.jsonl"],
      [`${"long ".repeat(40)}.jsonl`, null],
    ] as const;
    for (const [given, kept] of names) {
      const { upload } = await root.get("startUpload", { name: given, bytes: 5 });
      if (kept === null) expect(upload!.name).toMatch(/^.{70,80}\.jsonl$/);
      else expect([given, upload!.name]).toEqual([given, kept]);
    }
  });
});

describe("a part", () => {
  const send = (id: string, offset: number, text: string) =>
    root.sendBytes("addUploadPart", { id, offset: String(offset) }, new TextEncoder().encode(text));

  it("follows the one before it; one whose response was lost may be sent again", async () => {
    const { upload } = await root.get("startUpload", { name: "a.jsonl", bytes: 10 });
    const { id } = upload!;
    expect(code(await send(id, 1, "1234"))).toEqual([400, "INVALID_QUERY"]);
    expect((await send(id, 0, "01234")).status).toBe(200);
    expect((await send(id, 0, "01234")).status).toBe(200);
    expect(code(await send(id, 5, ""))).toEqual([400, "BAD_REQUEST"]);
    expect(code(await send(id, 5, "567890"))).toEqual([400, "INVALID_QUERY"]);
    expect(await root.outcome("startImport", { kind: "projects" })).toEqual([403, "FORBIDDEN"]);
    expect((await send(id, 5, "56789")).status).toBe(200);
    const file = join(server.data, "uploads", id, "a.jsonl");
    expect(await readFile(file, "utf8")).toBe("0123456789");
  });

  it("whose connection is cut adds nothing, and can be sent again whole", async () => {
    const { upload } = await root.get("startUpload", { name: "a.jsonl", bytes: 200_000 });
    const { id } = upload!;
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head = {
      Host: "127.0.0.1",
      ...root.headers(),
      "X-Console-Request": "1",
      "Content-Length": "200000",
    };
    const path = `/console${consoleOperations.addUploadPart.path}?id=${id}&offset=0`;
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${"x".repeat(100_000)}`);
    socket.on("error", () => {}).resume();
    socket.end();
    await once(socket, "close");
    expect((await root.get("getImport")).upload).toMatchObject({ id, received: 0 });
    expect((await send(id, 0, "y".repeat(200_000))).status).toBe(200);
    expect(await readFile(join(server.data, "uploads", id, "a.jsonl"), "utf8")).toBe("y".repeat(200_000));
  });

  it("is refused when it is too long, of another upload, or from another administrator", async () => {
    const { upload } = await root.get("startUpload", { name: "a.jsonl", bytes: most });
    const { id } = upload!;
    const long = new Uint8Array(uploadPartBytes + 1);
    const reply = await root.sendBytes("addUploadPart", { id, offset: "0" }, long);
    expect(code(reply)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    const other = "00000000-0000-4000-8000-000000000000";
    expect(code(await send(other, 0, "x"))).toEqual([404, "NOT_FOUND"]);
    expect(code(await send("x", 0, "x"))).toEqual([400, "INVALID_QUERY"]);
    const second = await server.member("second@example.org", "--admin");
    const theirs = await second.sendBytes("addUploadPart", { id, offset: "0" }, new Uint8Array(3));
    expect(code(theirs)).toEqual([403, "FORBIDDEN"]);
    expect(await second.outcome("startUpload", { name: "b.jsonl", bytes: 5 })).toEqual([403, "FORBIDDEN"]);
    await second.get("discardUpload", {});
    expect((await second.get("startUpload", { name: "b.jsonl", bytes: 5 })).upload!.name).toBe("b.jsonl");
    expect((await stored()).filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
  });
});

describe("a preview", () => {
  it("shows the first ten records as the map makes them, and counts more", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => JSON.stringify({ title: `Row ${n}`, tags: "one" }));
    await root.upload("rows.jsonl", `${rows.join("\n")}\n`);
    const plain = await root.get("previewImport", { kind: "projects" });
    expect(plain).toMatchObject({ checked: 30, isWhole: true, rejected: 30, needsMap: true });
    expect(plain.records).toHaveLength(10);
    expect(plain.records[0]).toMatchObject({
      line: 1,
      faults: expect.arrayContaining([
        expect.objectContaining({ field: "slug", rule: "missing", message: "is missing: give a string" }),
      ]),
    });
    const map = '{"slug": $slug(title), "name": title, "tags": {"techStack": [tags]}}';
    const mapped = await root.get("previewImport", { kind: "projects", map });
    expect(mapped).toMatchObject({ rejected: 0, failure: null, warnings: [] });
    expect(JSON.parse(mapped.records[1]!.values[0]!)).toEqual({
      slug: "row-1",
      name: "Row 1",
      tags: { techStack: ["one"] },
    });
  });

  it("says what is wrong with a map or a file", async () => {
    await root.upload("rows.jsonl", project("p"));
    const broken = await root.get("previewImport", { kind: "projects", map: '{\n"slug": ' });
    expect(broken.failure).toMatch(/^the map is not a JSONata expression: line 2: /);
    const wrong = await root.get("previewImport", { kind: "sources" });
    expect(wrong.failure).toBe("rows.jsonl has no top-level list `sources:`");
    expect(JSON.stringify([broken, wrong])).not.toContain(server.data);
  });

  it("ends a map that runs for long, and the next preview is not affected", async () => {
    await root.upload("rows.jsonl", project("p"));
    const map = `$match("${"a".repeat(40)}!", /(a+)+$/)`;
    const { records } = await root.get("previewImport", { kind: "projects", map });
    expect(records[0]!.faults[0]!.message).toContain("longer than 2 s");
    expect((await root.get("previewImport", { kind: "projects" })).rejected).toBe(0);
  });
});

describe("what reads the server's own machine", () => {
  it("is rejected from an upload, and says where it can be declared", async () => {
    const connectors = [
      { kind: "folder", path: "/etc" },
      { kind: "git", url: "file:///srv/repository" },
    ];
    const sources = connectors.map((connector, n) => ({ key: `own-${n}`, label: "Own", connector }));
    await root.upload("sources.json", JSON.stringify(sources));
    await root.get("startImport", { kind: "sources" });
    const last = await ended();
    expect(last).toMatchObject({ inserted: 0, rejected: 2 });
    expect(last.reasons[0]).toMatchObject({
      field: "connector",
      message: "reads files of the server's machine: declare it there, with priorart import sources",
    });
    await root.upload(
      "feeds.json",
      '[{"hackathon":"jam","pageUrl":"https://jam.example.org/","feedUrl":"http://127.0.0.1:1/"}]',
    );
    await root.get("startImport", { kind: "resources" });
    expect((await ended()).reasons[0]).toMatchObject({ field: "feedUrl", rule: "not-allowed" });
  });
});

describe("an import", () => {
  const many = () => Array.from({ length: 9_000 }, (_, n) => project(`many-${n}`)).join("");
  const slow = '($sum([1..2000]); {"slug": slug, "name": name})';

  it("is the only one, can be cancelled, and can then be started again", async () => {
    await root.upload("many.jsonl", many());
    await root.get("startImport", { kind: "projects", map: slow });
    for (const id of ["startImport", "previewImport"] as const)
      expect(await root.outcome(id, { kind: "projects" })).toEqual([403, "FORBIDDEN"]);
    expect(await root.outcome("startUpload", { name: "a", bytes: 1 })).toEqual([403, "FORBIDDEN"]);
    expect(await root.outcome("discardUpload", {})).toEqual([403, "FORBIDDEN"]);
    await vi.waitFor(
      async () => expect((await root.get("getImport")).running!.records).toBeGreaterThan(0),
      wait,
    );
    expect((await root.get("getSystem")).jobs).toMatchObject([{ kind: "import", what: "many.jsonl" }]);
    expect((await root.get("cancelImport", {})).running!.stopping).toBe(true);
    const cancelled = await ended();
    expect(cancelled).toMatchObject({ outcome: "cancelled", message: null });
    expect(await root.outcome("cancelImport", {})).toEqual([404, "NOT_FOUND"]);
    await root.get("startImport", { kind: "projects" });
    expect(await ended()).toMatchObject({ outcome: "imported", read: 9_000, rejected: 0 });
    const { entries } = await root.get("listAudit", { q: "many.jsonl" } as object);
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ["import", "projects"],
      ["cancel-import", null],
      ["import", "projects, through a map"],
      ["upload-file", null],
    ]);
  });

  it("needs a file, and a source for Markdown; kinds, sources and maps are checked", async () => {
    expect(await root.outcome("startImport", { kind: "projects" })).toEqual([404, "NOT_FOUND"]);
    expect(await root.outcome("previewImport", { kind: "projects" })).toEqual([404, "NOT_FOUND"]);
    expect(await root.outcome("discardUpload", {})).toEqual([404, "NOT_FOUND"]);
    await root.upload("a.md", "# A\n\nText.\n");
    expect(await root.outcome("startImport", { kind: "archive" })).toEqual([400, "INVALID_QUERY"]);
    for (const wrong of [
      { kind: "tokens" },
      { kind: "archive", source: "No Key" },
      { kind: "projects", map: "x".repeat(50_001) },
    ])
      expect(await root.outcome("startImport", wrong as object)).toEqual([400, "INVALID_QUERY"]);
    const huge = { kind: "projects", map: "x".repeat(300_000) } as const;
    expect(await root.outcome("startImport", huge)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("loses nothing that was committed when the server is killed, and leaves no file after its start", async () => {
    await root.upload("many.jsonl", many().replaceAll("many-", "killed-"));
    const before = (await root.get("getCorpus")).catalog.projects;
    await root.get("startImport", { kind: "projects", map: slow });
    await vi.waitFor(async () => {
      const { projects } = (await root.get("getCorpus")).catalog;
      expect(projects).toBeGreaterThan(before);
    }, wait);
    const { projects } = (await root.get("getCorpus")).catalog;
    await server.stop("SIGKILL");
    expect((await stored()).filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
    await server.start();
    expect(await stored()).toEqual([]);
    expect((await root.get("getCorpus")).catalog.projects).toBeGreaterThanOrEqual(projects);
    expect(await root.get("getImport")).toMatchObject({ upload: null, running: null, last: null });
    await root.upload("many.jsonl", many().replaceAll("many-", "killed-"));
    await root.get("startImport", { kind: "projects" });
    expect(await ended()).toMatchObject({ outcome: "imported", read: 9_000 });
    expect((await root.get("getCorpus")).catalog.projects).toBe(before + 9_000);
  });
});

describe("a rejects file", () => {
  it("is only found by its own name", async () => {
    await writeFile(join(server.data, "rejects", "other.jsonl"), "secret");
    for (const name of ["other.jsonl", "..%2Fcatalog.db", "20240101T000000Z-projects.jsonl", "x"])
      expect([name, await root.outcome("getRejects", { name })]).toEqual([name, [404, "NOT_FOUND"]]);
  });
});

it("files are refused where the operator turned uploads off", async () => {
  const closed = await newConsole({ PRIORART_UPLOAD_BYTES: "0" });
  try {
    await closed.start();
    const admin = await closed.member("root@example.org", "--admin");
    expect((await admin.get("getImport")).maxBytes).toBe(0);
    expect(await admin.outcome("startUpload", { name: "a.jsonl", bytes: 1 })).toEqual([403, "FORBIDDEN"]);
  } finally {
    await closed.dispose();
  }
});

it("the maps that ship with the program are listed with what they read", async () => {
  const { maps } = await root.get("listImportMaps");
  expect(maps.map(({ name, kind }) => [name, kind])).toEqual([
    ["projects", "projects"],
    ["devpost", "projects"],
    ["archive", "archive"],
    ["hackathons", "hackathons"],
  ]);
  for (const { about, text } of maps) {
    expect(about).toMatch(/^(Projects|Documents|Hackathons) from an? /);
    expect(text).toContain(about.slice(0, 40));
  }
});
