import { describe, expect, it } from "vitest";
import { renderTable } from "./table.ts";

const columns = [{ title: "Score", right: true }, { title: "Name" }, { title: "What it is", flexible: true }];

describe("a table", () => {
  it("aligns columns, numbers to the right, without trailing spaces", () => {
    expect(
      renderTable(
        columns,
        [
          ["0.9", "Ferry", "short"],
          ["12.25", "A", ""],
        ],
        80,
      ),
    ).toEqual(["Score  Name   What it is", "  0.9  Ferry  short", "12.25  A"]);
  });

  it("never exceeds the given width, and marks truncated cells", () => {
    const lines = renderTable(columns, [["0.9", "Ferry", "long ".repeat(50)]], 40);
    expect(Math.max(...lines.map((line) => [...(line ?? "")].length))).toBeLessThanOrEqual(40);
    expect(lines[1]?.endsWith("…")).toBe(true);
  });

  it("does not split surrogate pairs", () => {
    const [, line] = renderTable([{ title: "T", flexible: true }], [["🦊".repeat(30)]], 20);
    expect([...(line ?? "")]).toHaveLength(20);
    expect([...(line ?? "")].at(-2)).toBe("🦊");
  });

  it("passes no control character of a record to the terminal", () => {
    const [, line] = renderTable([{ title: "T" }], [["a\u001b[31mred\nb\u0007"]], 80);
    expect(line).toBe("a [31mred b");
  });
});
