import { describe, expect, it } from "vitest";
import { renderTable } from "./table.ts";
import { widthOf } from "./width.ts";

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

  it("aligns and cuts CJK text and emoji by their width, without splitting them", () => {
    const lines = renderTable(
      [{ title: "Name" }, { title: "What", flexible: true }, { title: "N", right: true }],
      [
        ["支付網關", "跨境匯款，當天到賬，手續費低", "1"],
        ["Ferry", "👩‍👩‍👧‍👦".repeat(10), "2"],
        ["é👍🏽", "plain", "30"],
      ],
      30,
    );
    expect(lines).toEqual([
      "Name      What               N",
      "支付網關  跨境匯款，當天…    1",
      `Ferry     ${"👩‍👩‍👧‍👦".repeat(7)}…    2`,
      "é👍🏽       plain             30",
    ]);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(30);
  });

  it("passes no control character of a record to the terminal", () => {
    const [, line] = renderTable([{ title: "T" }], [["a\u001b[31mred\nb\u0007 \u202ec"]], 80);
    expect(line).toBe("a [31mred b c");
  });
});
