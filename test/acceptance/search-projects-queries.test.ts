/** Results of project search and their presentation: modes, scores, order, pages, evidence, odd queries. */
import { describe, expect, it } from "vitest";
import { demoProjects, newestFirst, slugsOf } from "./harness/demo-projects.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();
const bySlug = new Map(demoProjects.map((project) => [project.slug, project]));
const codePoints = (text: string) => Array.from(text).length;

async function pages(request: object, limit = 25) {
  const found = [];
  for (let offset = 0; ; offset += limit) {
    const page = await service().searchProjects({ ...request, limit, offset });
    found.push(page);
    if (!page.hasMore) return found;
  }
}

describe("a query in words", () => {
  const query = "medication reminders";

  it("is answered from vectors and text, best first, with diagnostics", async () => {
    const { results, diagnostics } = await service().searchProjects({
      query,
      limit: 25,
      includeDiagnostics: true,
    });
    expect(results[0]!.slug).toBe("pillbox-radio");
    const scores = results.map(({ similarity }) => similarity);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
    expect(diagnostics).toMatchObject({
      modeUsed: "hybrid",
      fallbackUsed: false,
      totalFoundIsEstimate: true,
      diversityDropped: 0,
      queryExpanded: query,
      effectiveFilters: {},
    });
    expect(diagnostics).not.toHaveProperty("fallbackReason");
    for (const name of ["vectorCandidates", "textCandidates", "tagCandidates"] as const)
      expect(diagnostics![name]).toBeGreaterThan(0);
    expect(await service().searchProjects({ query })).not.toHaveProperty("diagnostics");
  });

  it("is trimmed, and repeating it returns the same response", async () => {
    const plain = await service().searchProjects({ query });
    expect(await service().searchProjects({ query: ` \t${query}\n ` })).toEqual(plain);
  });

  it("is expanded by the taxonomy's synonyms", async () => {
    const request = { query: "defi for farmers", includeDiagnostics: true };
    const { diagnostics } = await service().searchProjects(request);
    expect(diagnostics!.queryExpanded).toBe("defi for farmers decentralized finance");
  });

  it("shows at most two pieces of evidence: the best passage, then the one-liner", async () => {
    for (const query of ["ring the landline at each dose", "carbon accounting", "bridge"]) {
      for (const { slug, evidence, oneLiner } of (await service().searchProjects({ query })).results) {
        expect(evidence.length).toBeGreaterThan(0);
        expect(new Set(evidence).size).toBe(evidence.length);
        if (evidence.length === 2) expect(evidence[1]).toBe(oneLiner);
        for (const passage of evidence) expect(codePoints(passage)).toBeLessThanOrEqual(240);
        expect(bySlug.has(slug)).toBe(true);
      }
    }
    const { results } = await service().searchProjects({
      query: "landline dose time reads the names of the tablets",
      limit: 1,
    });
    expect(results[0]!.evidence[0]).toMatch(/landline|tablets|dose/i);
  });

  it("pages without gaps or repeats; the total is one more than the results so far while there are more", async () => {
    const found = await pages({ query }, 10);
    const slugs = found.flatMap(({ results }) => slugsOf(results));
    expect(new Set(slugs).size).toBe(slugs.length);
    let offset = 0;
    for (const { results, totalFound, hasMore } of found) {
      expect(totalFound).toBe(offset + results.length + (hasMore ? 1 : 0));
      offset += 10;
    }
    const whole = (await pages({ query }, 25)).flatMap(({ results }) => slugsOf(results));
    expect(whole).toEqual(slugs);
  });
});

describe("no query", () => {
  it("browses all, newest first, score 0, evidence the one-liner, the total exact", async () => {
    const found = await pages({ includeDiagnostics: true, query: "   " });
    expect(found.flatMap(({ results }) => slugsOf(results))).toEqual(slugsOf(newestFirst(demoProjects)));
    for (const { totalFound, results, diagnostics } of found) {
      expect(totalFound).toBe(demoProjects.length);
      expect(diagnostics).toMatchObject({
        modeUsed: "filters",
        fallbackUsed: false,
        totalFoundIsEstimate: false,
        vectorCandidates: 0,
        textCandidates: 0,
        tagCandidates: 0,
        queryExpanded: "",
      });
      for (const { similarity, evidence, oneLiner } of results)
        expect([similarity, evidence]).toEqual([0, [oneLiner]]);
    }
  });

  it("beyond the end is empty, with the exact total", async () => {
    for (const offset of [demoProjects.length, 10_000, Number.MAX_SAFE_INTEGER])
      expect(await service().searchProjects({ offset })).toMatchObject({
        results: [],
        hasMore: false,
        totalFound: demoProjects.length,
      });
    const last = await service().searchProjects({ offset: demoProjects.length - 1 });
    expect([last.results.length, last.hasMore]).toEqual([1, false]);
  });
});

describe("a result", () => {
  it("contains the record, with unknown fields as decided", async () => {
    const { version } = await service().get("getCategories");
    const { freshness, corpusRevision } = (await service().searchProjects({ limit: 1 })).results[0]!;
    expect(freshness!.embeddingsVersion).toBeTruthy();
    for (const date of [freshness!.projectsSyncedAt, freshness!.archiveIngestedAt])
      expect(Math.abs(Date.now() - Date.parse(date!))).toBeLessThan(3_600_000);
    const found = (await pages({})).flatMap(({ results }) => results);
    for (const result of found) {
      const { record, hackathon, tracks, labels, trackClassification, award, prize } = bySlug.get(
        result.slug,
      )!;
      const { name, slug, startDate } = hackathon;
      const mention = prize && award === "honorable_mention";
      const compact = (tools: { name: string }[]) =>
        [...new Set(tools.map((tool) => tool.name))].slice(0, 10);
      expect(result).toEqual({
        slug: record.slug,
        name: record.name,
        oneLiner: record.oneLiner,
        similarity: 0,
        hackathon: { name, slug, startDate },
        tracks: tracks.map(({ key, name }) => ({ key, name })),
        labels: labels.map((label) => label.name),
        trackClassification,
        award,
        links: record.links,
        evidence: [record.oneLiner],
        prize: prize && { ...prize, ...(mention && { type: "HONORABLE_MENTION", amount: null }) },
        metrics: record.metrics,
        team: { count: record.team.count },
        crowdedness: result.cluster ? expect.any(Number) : null,
        tags: record.tags,
        cluster: result.cluster,
        accelerator: record.accelerator ?? null,
        builtWith: record.builtWith
          ? Object.fromEntries(
              Object.entries(record.builtWith)
                .filter(([kind]) => kind !== "schemaVersion")
                .map(([kind, tools]) => [kind, compact(tools)]),
            )
          : null,
        categories: { version, ...record.categories },
        corpusRevision,
        freshness,
      });
    }
  });
});

describe("diversify", () => {
  const query = "stablecoin payments";
  const most = (values: string[]) =>
    Math.max(...values.map((value) => values.filter((other) => other === value).length));

  it("is off by default, and counts the results that it moves off the page", async () => {
    const plain = await service().searchProjects({ query, includeDiagnostics: true });
    expect(await service().searchProjects({ query, diversify: false, includeDiagnostics: true })).toEqual(
      plain,
    );
    const spread = await service().searchProjects({ query, diversify: true, includeDiagnostics: true });
    const pushedOut = slugsOf(plain.results).filter((slug) => !slugsOf(spread.results).includes(slug));
    expect(pushedOut.length).toBeGreaterThan(0);
    expect(spread.diagnostics!.diversityDropped).toBe(pushedOut.length);
    expect(slugsOf(spread.results)[0]).toBe(slugsOf(plain.results)[0]);
  });

  it("spreads a page over hackathons and tracks, and loses no result over all pages", async () => {
    const hackathons = (page: { results: { hackathon: { slug: string } }[] }) =>
      page.results.map(({ hackathon }) => hackathon.slug);
    let closer = 0;
    for (const query of [
      "stablecoin payments",
      "zero knowledge proofs",
      "invoice factoring",
      "health",
      "games",
    ]) {
      const plain = await service().searchProjects({ query });
      const spread = await service().searchProjects({ query, diversify: true });
      closer += most(hackathons(plain)) - most(hackathons(spread));
    }
    expect(closer).toBeGreaterThan(0);
    const slugs = async (diversify: boolean) =>
      (await pages({ query, diversify }, 10)).flatMap(({ results }) => slugsOf(results));
    expect((await slugs(true)).toSorted()).toEqual((await slugs(false)).toSorted());
  });
});

describe("odd queries", () => {
  const odd: [string, string][] = [
    ["emoji", "🦀🌊💊"],
    ["a family of joined emoji", "👩‍👩‍👧‍👦 payments"],
    ["right-to-left text", "تذكير بالدواء דיווח פחמן"],
    ["Chinese", "碳核算 钱包"],
    ["combining marks", "e\u0301nergie u\u0308ber"],
    ["control characters", "pay\u0000ments\u0007\u001b[31m\u2028\ufeff"],
    ["a lone surrogate", "wallet \ud800"],
    ["what looks like markup", "<script>alert(1)</script> &amp; {{y}}"],
    ["what looks like SQL", "'; drop table project; -- \" OR 1=1"],
    ["500 characters", "wallet ".repeat(72).slice(0, 500)],
    ["500 emoji", "🦀".repeat(500)],
    ["one letter", "a"],
    ["punctuation", "??!… -- ,,,"],
  ];

  it.each(odd)("%s are answered", async (_name, query) => {
    const answer = await service().searchProjects({ query, includeDiagnostics: true, includeFacets: true });
    expect(answer.results.length).toBeLessThanOrEqual(10);
  });

  it("of stop words only are answered without an error", async () => {
    const { diagnostics, results } = await service().searchProjects({
      query: "the of and is",
      includeDiagnostics: true,
    });
    expect(diagnostics!.totalFoundIsEstimate).toBe(true);
    if (diagnostics!.fallbackUsed) for (const { similarity } of results) expect(similarity).toBe(0.8);
  });

  it("of unknown words only find nothing, and report that they could not be embedded", async () => {
    const answer = await service().searchProjects({ query: "qzxvw jjkkqq", includeDiagnostics: true });
    expect(answer).toMatchObject({ results: [], totalFound: 0, hasMore: false });
    expect(answer.diagnostics).toMatchObject({
      modeUsed: "text",
      fallbackUsed: true,
      fallbackReason: "embedding_generation_failed",
      vectorCandidates: 0,
    });
  });

  it("beyond the end are empty, with the total number of results", async () => {
    const found = (await pages({ query: "wallet" })).flatMap(({ results }) => results).length;
    expect(found).toBeGreaterThan(1);
    for (const offset of [found, 5_000, 1_000_000_000])
      expect(await service().searchProjects({ query: "wallet", offset })).toMatchObject({
        results: [],
        hasMore: false,
        totalFound: found,
      });
  });
});
