import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentOf, parseOne } from "./content.case.ts";
import { ParseThread } from "./parse-thread.ts";
import { pdfOf, pdfOfStreams } from "./pdf.case.ts";

const url = "https://example.org/fees.pdf";
const read = (bytes: Buffer, change = {}) =>
  parseOne("pdf", bytes, { name: "papers/fee_markets.pdf", ...change });

const paper = pdfOf(
  [
    [
      { text: "Markets for fees", size: 20, y: 720 },
      { text: "1 Introduction", size: 14, y: 680 },
      { text: "A block has room for some trans-", y: 650 },
      "actions only, so that users bid",
      "for it.",
      { text: "Another paragraph.", y: 590 },
    ],
    [
      { text: "2 Auctions", size: 14 },
      { text: "Bids are sealed.", y: 650 },
    ],
  ],
  { info: "/Title (Fee markets) /Author (Ada) /CreationDate (D:20240501120000+02'00')" },
);

describe("a PDF", () => {
  it("becomes paragraphs with headings, a mark for each page, and facts from its information", async () => {
    expect(await read(paper, { hints: { url } })).toEqual({
      part: null,
      title: "Fee markets",
      author: "Ada",
      url,
      publishedAt: "2024-05-01",
      content: [
        `[page 1](${url}#page=1)`,
        "## Markets for fees",
        "### 1 Introduction",
        "A block has room for some transactions only, so that users bid for it.",
        "Another paragraph.",
        `[page 2](${url}#page=2)`,
        "### 2 Auctions",
        "Bids are sealed.",
      ].join("\n\n"),
    });
    expect((await read(paper)).content).toMatch(/^\[page 1\]\n\n## /);
  });

  it("is named by its largest heading when its information holds no usable title, else by its file", async () => {
    const texts = [[{ text: "Markets for", size: 20 }, { text: "fees", size: 20 }, "Some text of the body."]];
    for (const info of ["", "/Title (Microsoft Word - x.doc)", "/Title (untitled)"])
      expect(await read(pdfOf(texts, { info }))).toMatchObject({ title: "Markets for fees" });
    expect(await read(pdfOf([["Only text."]]))).toMatchObject({
      title: "Fee markets",
      author: null,
      publishedAt: null,
    });
  });

  it("has no running heads and page numbers", async () => {
    const pages = Array.from({ length: 5 }, (_, n) => [
      "Journal of Fees",
      ...["One", "Two", "Three", "Four"].map((word) => `${word} ${"abcde"[n]} is text.`),
      `Page ${n + 1}`,
      String(n + 1),
    ]);
    const { content } = await read(pdfOf(pages));
    expect(content).not.toContain("Journal");
    expect(content).not.toContain("Page ");
    expect(content.match(/is text\./g)).toHaveLength(20);
  });

  it("without text has empty content", async () => {
    expect((await read(pdfOf([[], []]))).content).toBe("");
  });

  it("that is damaged, encrypted, or not a PDF is refused", async () => {
    for (const bytes of [Buffer.from("no pdf"), Buffer.alloc(0), paper.subarray(0, 200)])
      await expect(read(bytes)).rejects.toThrow("is damaged, or not a PDF");
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${"00".repeat(32)}> /U <${"11".repeat(32)}> /P -4 >> /ID [<00> <00>]`;
    await expect(read(pdfOf([["x"]], { trailer: encrypt }))).rejects.toThrow("is encrypted");
  });

  it("keeps the pages that can be read beside a damaged one", async () => {
    const broken = { entries: "/Filter /FlateDecode", bytes: Buffer.from("not deflated") };
    const good = { entries: "", bytes: Buffer.from("BT /F1 10 Tf 72 700 Td (Good.) Tj ET") };
    expect((await read(pdfOfStreams([broken, good]))).content).toBe("[page 2]\n\nGood.");
  });

  it("of 10,000 pages is read up to 2,000, and says so", async () => {
    const pages = Array.from({ length: 10_000 }, (_, n) => [`Text of number ${n + 1}.`]);
    const { content } = await read(pdfOf(pages));
    expect(content).toContain("[page 2000]\n\nText of number 2000.");
    expect(content).not.toContain("number 2001");
    expect(content.endsWith("[the first 2000 of 10000 pages]")).toBe(true);
  });

  it("that decompresses to gigabytes fails alone", async () => {
    const bomb = { entries: "/Filter [/FlateDecode /FlateDecode]", bytes: deflateSync(blanks(6_000)) };
    const thread = new ParseThread();
    try {
      const failed = thread.parse(contentOf("pdf", pdfOfStreams([bomb])));
      await expect(failed).rejects.toThrow(/memory/);
      expect(await thread.parse(contentOf("pdf", paper))).toHaveLength(1);
    } finally {
      await thread.stop();
    }
  });
});

/** A deflated stream of so many MiB of blanks. */
function blanks(mebibytes: number): Buffer {
  const mebibyte = deflateRawSync(Buffer.alloc(2 ** 20, 0x20), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array(mebibytes).fill(mebibyte)]);
}
