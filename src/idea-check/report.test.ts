import { Marked } from "marked";
import { describe, expect, it } from "vitest";
import { markdownHtml } from "../../web/src/ui/markdown-html.ts";
import type { NeighborhoodResponse } from "../contract/api/neighborhood.ts";
import { reportOf } from "./report.ts";
import type { Trait } from "./winners-apart.ts";

const project = (name: string, oneLiner: string | null, slug = "escrow-desk") =>
  ({
    slug,
    name,
    oneLiner,
    similarity: 0.8123,
    award: "winner",
    hackathon: { name: "Spring", slug: "spring", startDate: "2024-03-01" },
  }) as NeighborhoodResponse["results"][number];

const neighbors: NeighborhoodResponse = {
  total: 3,
  winners: 1,
  threshold: 0.35,
  byYear: [
    { year: 2023, count: 1, winners: 0 },
    { year: 2024, count: 2, winners: 1 },
  ],
  byAward: [],
  categories: [],
  technologies: [{ category: "languages", name: "rust", count: 2, share: 2 / 3 }],
  clusters: [],
  crowdedness: { count: 3, percentile: 40 },
  results: [project("Escrow Desk", "Pays freelancers.")],
  keys: ["escrow-desk"],
};
const documents = [
  {
    documentId: "00000000-0000-4000-8000-000000000001",
    title: "On escrow",
    author: null,
    source: "essays",
    url: null,
    publishedAt: null,
    similarity: 0.5,
    snippet: "",
    chunkIndex: 0,
  },
];
const apart: Trait[] = [
  {
    label: "rust",
    kind: "languages",
    name: "rust",
    winners: { count: 1, share: 1 },
    others: { count: 1, share: 0.5 },
    lift: 2,
  },
];
const origin = "https://research.example.org";

describe("the Markdown of an idea check", () => {
  it("answers every question, with links to the records", () => {
    expect(
      reportOf({ idea: "Escrow for freelancers", origin, neighbors, apart, documents }),
    ).toBe(`# Idea check

> Escrow for freelancers

**Explored.** 3 projects are close to this idea; 60% of the projects here have more near them. 1 of them has won (33%). The most frequent year is the latest, 2024 (2 of 3).

## Who has built this

- [Escrow Desk](https://research.example.org/projects/escrow-desk) (Spring, winner, similarity 0.81): Pays freelancers.

## How crowded is it

- 2023: 1, 0 of them winners
- 2024: 2, 1 of them winners

## What set winners apart

- rust: 100% of winners, 50% of the others (2.0×)

## What has been written

- [On escrow](https://research.example.org/archive/00000000-0000-4000-8000-000000000001) (essays)

## What is it built with

- rust (languages): 2, 67%

[This check](https://research.example.org/check?idea=Escrow+for+freelancers)
`);
  });

  it("names keys where no pages can be linked", () => {
    const text = reportOf({ idea: "x", origin: null, neighbors, apart, documents });
    expect(text).toContain(
      "- Escrow Desk (`escrow-desk`) (Spring, winner, similarity 0.81): Pays freelancers.",
    );
    expect(text).toContain("- On escrow (`00000000-0000-4000-8000-000000000001`) (essays)");
    expect(text).not.toContain("](");
  });

  it("leaves out questions without an answer", () => {
    const empty = { ...neighbors, total: 0, winners: 0, byYear: [], technologies: [], results: [] };
    const text = reportOf({ idea: "x", origin, neighbors: empty, apart: [], documents: [] });
    expect(text).not.toContain("##");
    expect(text).toContain("**Unexplored.** No project is close to this idea.");
  });

  it("says so where nothing sets the winners apart", () => {
    const text = reportOf({ idea: "x", origin, neighbors, apart: [], documents });
    expect(text).toContain("## What set winners apart\n\n- Nothing: 1 winner is too few, or too much like");
  });

  it("does not take a question that was not answered for one that has no answer", () => {
    const text = reportOf({ idea: "x", origin, neighbors, apart: null, documents: null });
    for (const title of ["What set winners apart", "What has been written"])
      expect(text).toContain(`## ${title}\n\n- Not answered when this report was made.\n`);
    const lost = { ...neighbors, winners: 0 };
    expect(reportOf({ idea: "x", origin, neighbors: lost, apart: null, documents })).not.toContain(
      "winners apart",
    );
  });

  it("shows hostile text as text", () => {
    const evil = "](javascript:alert(1)) <img src=x onerror=alert(1)>\n# Title\n![x](https://evil.example/)";
    const text = reportOf({
      idea: evil,
      origin,
      neighbors: { ...neighbors, results: [project(evil, evil, "a) (b <c>")] },
      apart: [{ ...apart[0]!, label: evil }],
      documents: [{ ...documents[0]!, title: evil, author: evil }],
    });
    for (const html of [markdownHtml(text), new Marked().parse(text, { async: false })]) {
      expect(html).not.toMatch(/<img|<h1>Title|href="javascript/);
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => new URL(url!).origin)).toEqual(
        Array(3).fill(origin),
      );
    }
  });
});
