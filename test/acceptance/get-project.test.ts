import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DemoRecord, demoProjects, toolKinds } from "./harness/demo-projects.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useService } from "./harness/service.ts";

const oddSlugs = [
  "v1.2~beta",
  "it's-here!",
  "a:b(c)_d",
  "with space",
  "a/b",
  "50%25",
  "q?x=1&y#z",
  "ünïcode",
  "日本語",
  "😀",
  "Upper-Case",
  "by-slug",
];

const service = useService({
  async arrange(data) {
    const records = oddSlugs.map((slug) => ({
      slug,
      name: `Named ${slug}`,
      oneLiner: "A project with an odd slug",
    }));
    const file = join(data, "odd.jsonl");
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    await priorart(data, "import", "projects", file);
    await priorart(data, "publish");
  },
});

/** For code that is not public, only names. */
function expectedTools({ builtWith, links }: DemoRecord) {
  if (!builtWith) return null;
  if (links.repoPublic) return builtWith;
  const bare = toolKinds.map((kind) => [kind, builtWith[kind].map(({ name }) => ({ name }))]);
  return { schemaVersion: 1, ...Object.fromEntries(bare) };
}

const byParams = (slug: string) => service().get("getProject", { params: { slug } });

describe("200", () => {
  it("every demo project in full, as in its record; of closed code only the tools' names", async () => {
    const { version } = await service().get("getCategories");
    for (const {
      slug,
      record,
      hackathon,
      tracks,
      labels,
      trackClassification,
      award,
      prize,
    } of demoProjects) {
      const project = await byParams(slug);
      const { name, startDate } = hackathon;
      expect(project).toMatchObject({
        slug,
        name: record.name,
        description: record.description,
        oneLiner: record.oneLiner,
        hackathon: { name, slug: hackathon.slug, startDate },
        tracks: tracks.map(({ key, name }) => ({ key, name })),
        labels: labels.map((label) => label.name),
        trackClassification,
        award,
        isWinner: award === "winner",
        links: record.links,
        team: record.team,
        accelerator: record.accelerator ?? null,
        tags: record.tags,
        metrics: { updatesCount: record.metrics.updatesCount },
        categories: { version, ...record.categories },
        builtWith: expectedTools(record),
      });
      expect(Date.parse(project.createdAt)).toBe(Date.parse(record.createdAt));
      if (award !== "honorable_mention") expect(project.prize).toEqual(prize);
      else expect(project.prize).toMatchObject({ type: "HONORABLE_MENTION", amount: null });
      for (const kind of ["repoSummary", "pitchSummary", "demoSummary"] as const) {
        const summary = project.evidenceSummaries?.[kind] ?? null;
        const given = record.evidenceSummaries?.[kind] ?? null;
        if (given === null) expect(summary).toBeNull();
        else expect(summary).toMatchObject({ text: (given as { text: string }).text });
        expect(summary?.capturedAt).toBe(summary?.sourceCapturedAt);
      }
    }
  });

  it.each(oddSlugs)("the slug %s, URL-encoded", async (slug) => {
    expect(await byParams(slug)).toMatchObject({ slug, name: `Named ${slug}`, award: null, prize: null });
    const { results } = await service().searchProjects({ hackathons: ["unaffiliated"], limit: 25 });
    expect(results.map((result) => result.slug)).toContain(slug);
  });

  it("a project without a hackathon, with unknown fields as decided", async () => {
    expect(await byParams("by-slug")).toMatchObject({
      hackathon: { slug: "unaffiliated", name: "No hackathon", startDate: "" },
      trackClassification: "prize_tracks",
      team: { count: 0, members: [] },
      tags: null,
      metrics: { updatesCount: 0 },
    });
    // Without a date: last of the newest first, first of the oldest first.
    const { totalFound } = await service().searchProjects({ limit: 1 });
    const { results } = await service().searchProjects({ offset: totalFound - oddSlugs.length, limit: 25 });
    expect(results.map(({ slug }) => slug).toSorted()).toEqual(oddSlugs.toSorted());
    const { hackathons } = await service().get("getFilters");
    expect(hackathons[0]).toMatchObject({
      slug: "unaffiliated",
      startDate: "",
      projectCount: oddSlugs.length,
    });
  });
});

describe("404", () => {
  it("an unknown slug, however similar", async () => {
    const unknown = [
      "no-such-project",
      "PILLBOX-RADIO",
      "pillbox-radio ",
      "pillbox-radi",
      "null",
      "😀😀",
      "x".repeat(4_000),
    ];
    for (const slug of unknown) {
      const refusal = await service().refusal("getProject", { params: { slug } });
      expect([slug, ...outcome(refusal)]).toEqual([slug, 404, "NOT_FOUND"]);
    }
  });

  it("no slug at all, and a path with further segments", async () => {
    const headers = service().headers();
    for (const path of [
      "/projects/by-slug",
      "/projects/by-slug/",
      "/projects/by-slug/a/b",
      "/projects/pillbox-radio",
    ]) {
      const answer = await fetch(`${service().url}/api/v1${path}`, { headers });
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        path,
        404,
        "NOT_FOUND",
      ]);
    }
  });
});

describe("400", () => {
  it.each(["%", "%zz", "%c3%28", "%ff"])("the malformed encoding %s", async (encoded) => {
    const answer = await fetch(`${service().url}/api/v1/projects/by-slug/${encoded}`, {
      headers: service().headers(),
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "INVALID_QUERY"]);
  });
});

describeRefusals({ service, id: "getProject", valid: { params: { slug: "pillbox-radio" } } });
