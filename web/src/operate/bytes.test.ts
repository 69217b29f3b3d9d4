import { expect, it } from "vitest";
import { formatBytes } from "./bytes.ts";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 KB"],
  [9949, "9.9 KB"],
  [9960, "10 KB"],
  [999_400, "999 KB"],
  [999_600, "1.0 MB"],
  [1_440_000_000, "1.4 GB"],
  [5e16, "50000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
