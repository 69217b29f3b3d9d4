import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type Responses, runCommand } from "../run-command.case.ts";

const folder = mkdtempSync(join(tmpdir(), "document-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("document", () => {
  const text = `${"x".repeat(19_990)}\n𝒮ession keys.\nThe end`;
  const characters = [...text];
  const readDocument = ({ offset, maxChars }: { offset: string; maxChars: string }) => {
    const [from, length] = [Number(offset), Number(maxChars)];
    const to = Math.min(characters.length, from + length);
    return {
      documentId: "d",
      title: "On keys",
      author: "Ada",
      source: "essays",
      url: null,
      publishedAt: "2024-01-02T00:00:00Z",
      content: characters.slice(from, to).join(""),
      restricted: false,
      isExcerpt: false,
      offset: from,
      maxChars: length,
      totalChars: characters.length,
      nextOffset: to < characters.length ? to : null,
      hasMore: to < characters.length,
    };
  };

  it("is read to its end, page by page", async () => {
    const { asked, stdout } = await runCommand(["document", "d", "--json"], { readDocument });
    expect(asked.map(([, request]) => request)).toEqual([
      { documentId: "d", offset: "0", maxChars: "20000" },
      { documentId: "d", offset: "20000", maxChars: "20000" },
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ content: text, hasMore: false, nextOffset: null });
  });

  it("one page says how to continue", async () => {
    const { asked, lines, stderr } = await runCommand(
      ["document", "d", "--offset", "19991", "--max-chars", "200"],
      { readDocument: (request) => ({ ...readDocument(request), nextOffset: 20_003 }) },
    );
    expect(asked[0]![1]).toEqual({ documentId: "d", offset: "19991", maxChars: "200" });
    expect(lines).toEqual([
      "On keys",
      "Id         d",
      "Author     Ada",
      "Source     essays",
      "Published  2024-01-02",
      "",
      "𝒮ession keys.",
      "The end",
    ]);
    expect(stderr).toContain("continue with --offset 20003");
  });

  it("--passages shows the paragraphs that a search of its source finds, over several pages", async () => {
    const passage = { channels: [], terms: [], passage: { start: 19_992, end: 19_995 } };
    const result = {
      documentId: "d",
      similarity: 0.7,
      snippet: "ession",
      chunkIndex: 3,
      explanation: passage,
    };
    const responses: Responses = {
      readDocument,
      searchArchives: ({ offset }: { offset: number }) =>
        ({ results: offset === 0 ? [{ ...result, documentId: "other" }] : [result], hasMore: true }) as never,
    };
    const words = ["document", "d", "--passages", "session keys"];
    const { asked, lines } = await runCommand(words, responses);
    expect(asked.at(-1)![1]).toMatchObject({ query: "session keys", sources: ["essays"], offset: 10 });
    expect(lines.slice(-3)).toEqual(["", "Score 0.700, from character 19991", "𝒮ession keys."]);
    const json = await runCommand([...words, "--format", "jsonl"], responses);
    expect(json.lines.map((line) => JSON.parse(line))).toEqual([
      { similarity: 0.7, chunkIndex: 3, start: 19_991, text: "𝒮ession keys." },
    ]);
  });

  describe("on a terminal", () => {
    const { PAGER } = process.env;
    afterEach(() => {
      if (PAGER === undefined) delete process.env.PAGER;
      else process.env.PAGER = PAGER;
    });

    it("is shown in PAGER", async () => {
      const file = join(folder, "paged");
      process.env.PAGER = `cat > ${file}`;
      const { stdout } = await runCommand(["document", "d"], { readDocument }, { isTTY: true });
      expect(stdout).toBe("");
      expect(readFileSync(file, "utf8")).toContain("On keys");
    });

    it("is printed where the pager is missing or turned off", async () => {
      for (const pager of ["priorart-no-such-pager 2> /dev/null", ""]) {
        process.env.PAGER = pager;
        const { stdout } = await runCommand(["document", "d"], { readDocument }, { isTTY: true });
        expect(stdout).toContain("On keys");
      }
    });

    it("a pager that is left early is not a failure", async () => {
      process.env.PAGER = "true";
      expect((await runCommand(["document", "d"], { readDocument }, { isTTY: true })).code).toBe(0);
    });
  });
});
