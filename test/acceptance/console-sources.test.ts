/** Sources in the console: listed, declared, read, and withdrawals confirmed. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ConsoleServer, newConsole, type Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";

let server: ConsoleServer;
let root: Visitor;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-texts-"));
  server = await newConsole({ PRIORART_PUBLISH: "manual" });
  const texts = join(folder, "texts");
  await mkdir(texts);
  for (let number = 1; number <= 4; number++)
    await writeFile(
      join(texts, `text-${number}.md`),
      `# Text ${number}\n\nA text about settlement, the ${number}th.\n`,
    );
  const declared = join(folder, "sources.yaml");
  const connector = { kind: "folder", path: texts };
  await writeFile(
    declared,
    JSON.stringify({ sources: [{ key: "texts", label: "Texts", connector, refresh: "never" }] }),
  );
  await priorart(server.data, "import", "sources", declared);
  await server.start();
  root = await server.member("root@example.org", "--admin");
});
afterAll(async () => {
  await server?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const wait = { timeout: 60_000, interval: 100 };
const feed = { kind: "feed", url: "https://feeds.example.org/letters.xml" } as const;

/** Asks for a reading, and waits for its end. */
async function read(options: object = {}) {
  const before = (await root.get("getSource", { key: "texts" })).runs.length;
  await root.get("readSource", { key: "texts", ...options });
  return vi.waitFor(async () => {
    const { source, runs } = await root.get("getSource", { key: "texts" });
    expect(runs.length).toBeGreaterThan(before);
    expect(runs[0]!.finishedAt).not.toBeNull();
    expect([source.isRequested, source.progress]).toEqual([false, null]);
    return runs[0]!;
  }, wait);
}

describe("declaring", () => {
  it("adds a source, shows it in the list, and changes it", async () => {
    const added = await root.get("addSource", {
      key: "letters",
      label: "Letters",
      kind: "essays",
      connector: feed,
      refresh: "never",
    });
    expect(added).toMatchObject({ key: "letters", connector: feed, isLocal: false, last: null, dueAt: null });
    const changed = await root.get("changeSource", {
      key: "letters",
      label: "All letters",
      access: "excerpt",
      connector: { ...feed, delaySeconds: 2 },
      refresh: "never",
    });
    expect(changed).toMatchObject({ label: "All letters", access: "excerpt", kind: "other" });
    const { sources } = await root.get("listSources");
    expect(sources.map(({ key }) => key)).toEqual(["letters", "texts"]);
    expect(sources[0]).toEqual(changed);
    const { entries } = await root.get("listAudit", { q: "letters" } as object);
    expect(entries.map(({ action }) => action)).toEqual(["declare-source", "declare-source"]);
  });

  it("refuses a key that exists, and names each field that is wrong", async () => {
    expect(await root.outcome("addSource", { key: "texts", label: "Other" })).toEqual([400, "INVALID_QUERY"]);
    const { body } = await root.ask("addSource", {
      key: "No Key",
      label: "",
      connector: { kind: "feed", url: "nowhere" },
      refresh: "sometimes",
    } as object);
    const { error } = body as { error: string };
    for (const field of ["key: ", "label: ", "connector.url: ", "refresh: "]) expect(error).toContain(field);
    expect(await root.outcome("changeSource", { key: "unknown", label: "A" })).toEqual([404, "NOT_FOUND"]);
    expect(await root.outcome("getSource", { key: "unknown" })).toEqual([404, "NOT_FOUND"]);
  });

  it("refuses connectors to files of the machine; one that the operator declared is kept", async () => {
    for (const connector of [
      { kind: "folder", path: "/etc" },
      { kind: "pdf", path: "/etc" },
      { kind: "git", url: "file:///srv/secret.git" },
    ]) {
      for (const { status, body } of [
        await root.ask("addSource", { key: "local", label: "L", connector } as object),
        await root.ask("previewSource", { connector } as object),
        await root.ask("approveSuggestion", { id: "0123456789", connector } as object),
      ])
        expect([status, (body as { error: string }).error]).toEqual([
          400,
          expect.stringMatching(/^connector: .*priorart import sources$/),
        ]);
    }
    expect(await root.outcome("changeSource", { key: "texts", label: "T", connector: feed })).toEqual([
      400,
      "INVALID_QUERY",
    ]);
    const changed = await root.get("changeSource", { key: "texts", label: "The texts", refresh: "never" });
    expect(changed).toMatchObject({
      label: "The texts",
      isLocal: true,
      connector: { kind: "folder", path: join(folder, "texts") },
    });
  });
});

describe("reading", () => {
  it("reads a source when asked, says that what is searchable is older, and keeps the history", async () => {
    expect(await read()).toMatchObject({ outcome: "complete", counts: { listed: 4, added: 4 } });
    const { sources, unpublishedSince, publishes } = await root.get("listSources");
    expect(sources.find(({ key }) => key === "texts")).toMatchObject({ documents: 4 });
    expect(Date.parse(unpublishedSince!)).toBeGreaterThan(0);
    expect(publishes).toBe(false);
    await read();
    const { runs } = await root.get("getSource", { key: "texts" });
    expect(runs.map(({ counts }) => counts.added)).toEqual([0, 4]);
  });

  it("shows it as asked for or running, from the request to its end", async () => {
    const before = (await root.get("getSource", { key: "texts" })).runs.length;
    await root.get("readSource", { key: "texts" });
    for (;;) {
      const { source, runs } = await root.get("getSource", { key: "texts" });
      if (source.isRequested || source.progress !== null || runs[0]!.finishedAt === null) continue;
      expect(runs).toHaveLength(before + 1);
      break;
    }
  });

  it("keeps documents when most of them are gone, until an administrator confirms", async () => {
    for (const name of (await readdir(join(folder, "texts"))).slice(0, 3))
      await rm(join(folder, "texts", name));
    await read();
    expect((await read()).outcome).toBe("held");
    expect((await root.get("getSource", { key: "texts" })).source.documents).toBe(4);
    expect(await read({ allowWithdrawals: true })).toMatchObject({
      outcome: "complete",
      counts: { withdrawn: 3 },
    });
    expect((await root.get("getSource", { key: "texts" })).source.documents).toBe(1);
    const [entry] = (await root.get("listAudit", { q: "read-source" } as object)).entries;
    expect(entry).toMatchObject({ target: "texts", detail: "withdrawals confirmed" });
  });

  it("is refused for an unknown source, and for one that has no connector", async () => {
    await root.get("addSource", { key: "imported", label: "Imported" });
    expect(await root.outcome("readSource", { key: "imported" })).toEqual([400, "INVALID_QUERY"]);
    expect(await root.outcome("readSource", { key: "unknown" })).toEqual([404, "NOT_FOUND"]);
    expect(await root.outcome("readSource", { key: "texts", allowWithdrawals: "yes" } as object)).toEqual([
      400,
      "INVALID_QUERY",
    ]);
  });
});
