import { describe, expect, it } from "vitest";
import { cellText } from "./cell-text.ts";
import { csvOf } from "./csv.ts";
import type { Drawing } from "./drawing.ts";
import { kindOf } from "./table.ts";
import { tableOf } from "./tables.ts";

const compared: Drawing = {
  kind: "dumbbells",
  names: ["winners", "all projects"],
  rows: [
    {
      key: "games",
      label: "Games",
      a: { count: 39, share: 39 / 2266 },
      b: { count: 1, share: 1 / 30_000 },
      lift: 0.5451,
    },
  ],
};

describe("the table of a chart", () => {
  it("writes numbers as the chart does", () => {
    const table = tableOf(compared);
    expect(table.rows[0]!.map((cell, at) => cellText(cell, kindOf(table, at)))).toEqual([
      "Games",
      "39",
      "1.7%",
      "1",
      "<0.1%",
      "0.55×",
    ]);
  });

  it("has numbers in its file", () => {
    expect(csvOf(tableOf(compared))).toBe(
      "Name,winners: projects,winners: share,all projects: projects,all projects: share,Lift\r\n" +
        "Games,39,0.0172,1,0,0.5451\r\n",
    );
  });

  it("groups the columns of each cohort", () => {
    expect(tableOf(compared).groups?.map(({ title, from }) => [title, from])).toEqual([
      ["Winners", 1],
      ["All projects", 3],
    ]);
  });
});
