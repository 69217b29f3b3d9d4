import { afterEach, describe, expect, it } from "vitest";
import { contentOf } from "./content.case.ts";
import { FormatError } from "./format.ts";
import { ParseThread } from "./parse-thread.ts";
import { pdfOf } from "./pdf.case.ts";

let thread: ParseThread;
afterEach(() => thread.stop());

const markdown = (text: string) => contentOf("markdown", text);
describe("ParseThread", () => {
  it("parses in order", async () => {
    thread = new ParseThread();
    const contents = Array.from({ length: 20 }, (_, n) => markdown(`# Title ${n}\n\nText.`));
    const parsed = await Promise.all(contents.map((content) => thread.parse(content)));
    expect(parsed.map(([document]) => document!.title)).toEqual(contents.map((_, n) => `Title ${n}`));
  });

  it("reports content that cannot be parsed", async () => {
    thread = new ParseThread();
    const failure = await thread.parse(contentOf("text", Buffer.from([0, 1, 2]))).catch((error) => error);
    expect(failure).toBeInstanceOf(FormatError);
    expect(failure.message).toBe("is binary, not text");
  });

  it("reads what is left of a damaged PDF, though its library rejects a promise that nobody awaits", async () => {
    thread = new ParseThread();
    const pdf = pdfOf([["One."], ["Two."]]).toString("latin1");
    const damaged = pdf.replace("/Count 2", "/Count|2").replace("6 0 obj", "7 0 obj");
    const [document] = await thread.parse(contentOf("pdf", Buffer.from(damaged, "latin1")));
    expect(document!.content).toContain("One.");
    expect(await thread.parse(markdown("# A"))).toMatchObject([{ title: "A" }]);
  });

  it("fails an item that takes too long, and continues with the next in a new thread", async () => {
    thread = new ParseThread({ limitMs: (format) => (format === "text" ? 1 : 60_000) });
    const late = contentOf("text", "a".repeat(1_000));
    const waiting = [thread.parse(late), thread.parse(markdown("# A"))] as const;
    await expect(waiting[0]).rejects.toThrow("took longer than 0.001 s to parse");
    expect(await waiting[1]).toMatchObject([{ title: "A" }]);
  });

  it("rejects what waits when it is stopped, and what comes later; stopping again does nothing", async () => {
    thread = new ParseThread();
    const waiting = thread.parse(markdown("x"));
    const settled = expect(waiting).rejects.toThrow("stopped");
    await Promise.all([thread.stop(), thread.stop()]);
    await settled;
    await expect(thread.parse(markdown("x"))).rejects.toThrow("stopped");
  });
});
