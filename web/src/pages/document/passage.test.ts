import { expect, it } from "vitest";
import { closeMark, encloseRange, openMark } from "./passage.ts";

const shown = (text: string, start: number, end: number) =>
  encloseRange(text, { start, end }).replace(openMark, "«").replace(closeMark, "»");

it("encloses the range within a text", () => {
  expect(shown("one two three", 4, 7)).toBe("one «two» three");
  expect(shown("one two three", -5, 3)).toBe("«one» two three");
  expect(shown("one two", 4, 99)).toBe("one «two»");
});

it("leaves the starts of blocks and addresses whole", () => {
  expect(shown("# Title\n\ntext", 0, 13)).toBe("# «Title\n\ntext»");
  expect(shown("a\n- item\n", 2, 9)).toBe("a\n- «item»\n");
  expect(shown("see [it](https://x.example/a) now", 0, 18)).toBe("«see [it](https://x.example/a)» now");
  expect(shown("see https://x.example/abc now", 12, 29)).toBe("see «https://x.example/abc now»");
});

it("changes nothing where the range is elsewhere, and knows its own characters in a text", () => {
  expect(shown("text", 4, 9)).toBe("text");
  expect(shown("text", -4, 0)).toBe("text");
  expect(shown("   ", 0, 3)).toBe("   ");
  expect(encloseRange(`a${openMark}b${closeMark}`, { start: 9, end: 9 })).toBe("a\ufffdb\ufffd");
});
