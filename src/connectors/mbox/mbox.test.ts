import { once } from "node:events";
import { createWriteStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  contextOf,
  describeConnector,
  idsWith,
  itemsOf,
  type Reading,
  readAll,
} from "../conformance.case.ts";
import { describeAddresses, folderOf } from "../files/files.case.ts";
import { mboxOf } from "../formats/mail/mail.case.ts";
import { parse } from "../formats/parse.ts";
import { openArchive } from "./archive.ts";
import { mboxConnector } from "./mbox.ts";

const messages = {
  one: { id: "one", body: "First." },
  two: { id: "two", subject: "Two", body: "Second." },
  three: { id: "three", subject: "Three", body: "Third." },
  answer: { id: "answer", references: ["one"], body: "Answer." },
};

describe("threads of files", () => {
  describeConnector(mboxConnector, async () => {
    const { one, two, three, answer } = messages;
    const folder = folderOf({ "a.mbox": mboxOf([one, two]), "b.mbox.gz": gzipSync(mboxOf([three])) });
    const remove = () => rmSync(folder, { recursive: true, force: true });
    return {
      record: { kind: "mbox", path: folder },
      change: () => {
        writeFileSync(join(folder, "c.mbox"), mboxOf([answer]));
        return "one@example.org";
      },
      remove: () => {
        writeFileSync(join(folder, "a.mbox"), mboxOf([one]));
        return "two@example.org";
      },
      breakIt: remove,
      close: remove,
    };
  });
});

describeAddresses(mboxConnector, {
  kind: "mbox",
  files: {
    "a.mbox": mboxOf([messages.one]),
    "b.mbox": mboxOf([messages.two]),
    "c.mbox.gz": gzipSync(mboxOf([messages.three])),
  },
  changed: mboxOf([messages.one, messages.answer]),
});

describe("a mail archive", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "priorart-mail-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const read = async (record = {}, earlier?: Reading) =>
    (await readAll(mboxConnector, { record: { kind: "mbox", path: folder, ...record } }, earlier))!;
  const open = (change = {}) =>
    openArchive({ path: folder, isArchive: () => true, ...change }, { signal: new AbortController().signal });

  it("has threads that span its files, compressed or not, with the part of their first message", async () => {
    const { one, two, answer } = messages;
    writeFileSync(join(folder, "2024-05.mbox"), mboxOf([one, two]));
    writeFileSync(join(folder, "2024-06.mbox.gz"), gzipSync(mboxOf([answer])));
    const { fetched } = await read();
    const found = fetched.get("one@example.org")!;
    expect(found.outcome === "read" && (await parse(found.content))).toMatchObject([
      { part: "one@example.org", content: "### Ada\n\nFirst.\n\n### Ada\n\nAnswer." },
    ]);
    expect([...fetched.keys()]).toEqual(["one@example.org", "two@example.org"]);
  });

  it("is chosen by extensions, or by patterns where they are given; one file may have any name", async () => {
    writeFileSync(join(folder, "2024-May.txt"), mboxOf([messages.one]));
    expect((await read()).items).toEqual([]);
    expect((await read({ include: ["*.txt"] })).items).toHaveLength(1);
    expect((await read({ path: join(folder, "2024-May.txt") })).items).toHaveLength(1);
  });

  it("reports files that are damaged or too large, reads the others, and lists nothing as gone", async () => {
    writeFileSync(join(folder, "a.mbox"), mboxOf([messages.one]));
    writeFileSync(join(folder, "b.mbox"), gzipSync(mboxOf([messages.two])).subarray(0, 50));
    writeFileSync(join(folder, "c.mbox"), gzipSync(Buffer.alloc(5 * 2 ** 20)));
    writeFileSync(join(folder, "d.mbox"), Buffer.alloc(3 * 2 ** 20));
    const source = await open({ maxFileBytes: 2 * 2 ** 20 });
    expect((await itemsOf(source)).map(({ id }) => id)).toEqual(["one@example.org"]);
    expect(source.listsAll()).toBe(false);
    expect(source.notes!()).toEqual([
      "b.mbox is damaged: its gzip compression cannot be read",
      "c.mbox is larger than 2 MiB",
      "d.mbox is larger than 2 MiB",
    ]);
    await source.close();
  });

  it("reads no file after the last message that is read, and is whole with exactly that many", async () => {
    writeFileSync(join(folder, "a.mbox"), mboxOf([messages.one]));
    writeFileSync(join(folder, "b.mbox"), mboxOf([messages.two]));
    const whole = await open({ maxMessages: 2 });
    expect((await itemsOf(whole)).map(({ id }) => id)).toEqual(["one@example.org", "two@example.org"]);
    expect([whole.listsAll(), whole.notes!()]).toEqual([true, []]);
    await whole.close();
    writeFileSync(join(folder, "c.mbox"), mboxOf([messages.three]));
    // It would be noted if it were opened.
    writeFileSync(join(folder, "d.mbox"), Buffer.alloc(3 * 2 ** 20));
    const cut = await open({ maxMessages: 2, maxFileBytes: 2 * 2 ** 20 });
    expect((await itemsOf(cut)).map(({ id }) => id)).toEqual(["one@example.org", "two@example.org"]);
    expect([cut.listsAll(), cut.notes!()]).toEqual([false, ["only the first 2 messages are read"]]);
    await cut.close();
  });

  it("leaves nothing behind that was decompressed", async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("priorart-mbox-"));
    const before = folders();
    writeFileSync(join(folder, "a.mbox.gz"), gzipSync(mboxOf([messages.one])));
    await read();
    expect(folders().filter((name) => !before.includes(name))).toEqual([]);
  });

  it("of 100,000 messages is listed with bounded memory, and read again only where it has grown", async () => {
    const file = createWriteStream(join(folder, "large.mbox"));
    const filler = "A line of a message that is long enough to be one.\n".repeat(10);
    for (let n = 0; n < 100_000; n++) {
      const references = n % 10 === 0 ? [] : [`m${n - (n % 10)}`];
      if (!file.write(`${mboxOf([{ id: `m${n}`, references, body: filler }])}\n`)) await once(file, "drain");
    }
    await new Promise<void>((resolve) => void file.end(resolve));
    const before = process.memoryUsage.rss();
    const source = (await mboxConnector.open({ kind: "mbox", path: folder }, contextOf()))!;
    const items = await itemsOf(source);
    expect(items).toHaveLength(10_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 2 ** 20);
    const found = await source.fetch(items[7_000]!, null);
    const [document] = found.outcome === "read" ? await parse(found.content) : [];
    expect(document!.content.match(/^### Ada$/gm)).toHaveLength(10);
    await source.close();

    writeFileSync(join(folder, "more.mbox"), mboxOf([{ id: "late", references: ["m50"], body: "Late." }]));
    const again = (await mboxConnector.open({ kind: "mbox", path: folder }, contextOf()))!;
    const versions = new Map(items.map(({ id, version }) => [id, version]));
    const changed = (await itemsOf(again)).filter(({ id, version }) => versions.get(id) !== version);
    expect(changed.map(({ id }) => id)).toEqual(["m50@example.org"]);
    await again.close();
  });

  it("whose file shrinks while it is read gives what is left", async () => {
    writeFileSync(join(folder, "a.mbox"), mboxOf([messages.one, messages.two]));
    const source = await open();
    await itemsOf(source);
    writeFileSync(join(folder, "a.mbox"), mboxOf([messages.one]));
    const found = await source.fetch({ id: "two@example.org", version: null }, null);
    expect(found.outcome === "read" && (await parse(found.content))).toEqual([]);
    rmSync(join(folder, "a.mbox"));
    await expect(source.fetch({ id: "two@example.org", version: null }, null)).rejects.toThrow(
      "does not exist any more",
    );
    await source.close();
  });

  it("is unchanged while its files are", async () => {
    writeFileSync(join(folder, "a.mbox"), mboxOf([messages.one, messages.answer]));
    expect(idsWith(await read({}, await read()), "read")).toEqual([]);
  });
});
