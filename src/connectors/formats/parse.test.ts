import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { isoDateSchema } from "../../contract/values/iso-date.ts";
import { contentOf, parseOne } from "./content.case.ts";
import { type Format, FormatError, formats } from "./format.ts";
import { mboxOf } from "./mail/mail.case.ts";
import { parse } from "./parse.ts";
import { ParseThread } from "./parse-thread.ts";
import { pdfOf } from "./pdf.case.ts";

/** A small content of each format, whose bytes the test damages. */
const samples: Readonly<Record<Format, string | Buffer>> = {
  markdown: "---\ntitle: T\ndate: 2024-05-01\n---\n# T\n\n- [a](https://example.org) `b`",
  mdx: 'import A from "a"\n\n# T\n\n<A title="x">{"y"}</A>',
  asciidoc: "= T\nAda\n:a: b\n\n== S\n\n|===\n|a |b\n|===\n\n----\nx\n----",
  restructuredtext: "T\n=\n\n.. note:: x\n\n   y\n\nz::\n\n   a",
  text: "Text.",
  html: "<h1>T</h1><p>a <b>b</b><table><tr><td>c</table>",
  page: "<html><head><title>T</title></head><body><article><p>Text of the page.</p></article></body></html>",
  pdf: pdfOf([["One."], ["Two."]], { info: "/Title (T)" }),
  mbox: mboxOf([
    { id: "a", body: "Text." },
    { id: "b", references: ["a"], body: "> Text.\nMore." },
  ]),
  vtt: "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Hello",
  srt: "1\n00:00:01,000 --> 00:00:02,000\nHello",
  captions: '{"segments": [{"start": 1, "end": 2, "text": "Hello", "speaker": "Ada"}]}',
};

describe.each(formats)("%s", (format) => {
  it("becomes documents or is refused with a reason, whatever its bytes", async () => {
    const sample = Buffer.from(samples[format]);
    const damage = fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { maxLength: 8 });
    const cut = fc.nat(sample.length);
    await fc.assert(
      fc.asyncProperty(damage, fc.oneof(cut, fc.constant(sample.length)), async (changes, length) => {
        const bytes = Buffer.from(sample);
        for (const [at, value] of changes) bytes[at] = value;
        await expectDocuments(format, bytes.subarray(0, length));
      }),
      { numRuns: format === "pdf" ? 30 : 100 },
    );
  });
});

const thread = new ParseThread();
afterAll(() => thread.stop());

/** PDFs are read in a thread as elsewhere: their library rejects promises that nobody awaits. */
async function expectDocuments(format: Format, bytes: Uint8Array): Promise<void> {
  try {
    const content = contentOf(format, bytes);
    for (const document of await (format === "pdf" ? thread.parse(content) : parse(content))) {
      expect(document.title).toMatch(/^\S(?:[^\n]{0,998}\S)?$/u);
      if (document.publishedAt !== null)
        expect(isoDateSchema.safeParse(document.publishedAt).success).toBe(true);
      expect(document.author).not.toBe("");
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.message).toMatch(/^[a-z]/);
    expect(error.message).not.toMatch(/^cannot be parsed|^ended its thread/);
  }
}

describe("every format", () => {
  it("may be compressed", async () => {
    for (const format of formats) {
      const plain = await parse(contentOf(format, samples[format]));
      expect(await parse(contentOf(format, gzipSync(samples[format])))).toEqual(plain);
      expect(plain.length).toBeGreaterThan(0);
    }
  });

  it("has no soft hyphens, which would divide words", async () => {
    const html = "<title>Fee mar&shy;kets</title><p>A trans&shy;action.</p>";
    expect(await parseOne("html", html)).toMatchObject({ title: "Fee markets", content: "A transaction." });
  });

  it("has one line as its title, and bounded title and author", async () => {
    const text = `---\ntitle: "a\\n  b${"x".repeat(2_000)}"\nauthor: ${"y".repeat(900)}\n---\nText.`;
    const { title, author } = await parseOne("markdown", text);
    expect([title.slice(0, 3), title.length, author!.length]).toEqual(["a b", 1_000, 500]);
  });
});
