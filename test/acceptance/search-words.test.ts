/** Typed queries: names, typing errors, quotation marks, minus signs, words written apart. */
import { describe, expect, it } from "vitest";
import { demoDocuments } from "./harness/demo-documents.ts";
import { demoProjects } from "./harness/demo-projects.ts";
import { useService } from "./harness/service.ts";

const service = useService();

const byName = async (query: string, more: object = {}) =>
  (await service().searchProjects({ query, limit: 5, ...more })).results;
const byTitle = async (query: string, more: object = {}) =>
  (await service().searchArchives({ query, limit: 5, ...more })).results;

describe("an exact name or title", () => {
  it("ranks its project first, in any case and punctuation", async () => {
    for (const { record } of demoProjects.slice(0, 40)) {
      const [first] = await byName(`  ${record.name.toUpperCase()}! `);
      expect(first).toMatchObject({ name: record.name });
      expect(first!.similarity).toBeGreaterThanOrEqual(0.8);
    }
  });

  it("ranks the project of a slug first", async () => {
    for (const { record } of demoProjects.slice(0, 10))
      expect((await byName(record.slug))[0]).toMatchObject({ slug: record.slug });
  });

  it("ranks its document first, for both intents, under the strictest cap", async () => {
    for (const { title, content } of demoDocuments.filter((document) => document.content !== "")) {
      expect(content.length).toBeGreaterThan(0);
      for (const intent of ["docs", "ideation"])
        expect((await byTitle(title, { intent, maxDocsPerSource: 1 }))[0]).toMatchObject({ title });
    }
  });

  it("ranks its document first beside words of its author's name, before or behind it", async () => {
    const named = demoDocuments.filter(
      ({ author, content }) => author && !author.includes(" and ") && content,
    );
    expect(named.length).toBeGreaterThan(10);
    for (const { title, author } of named)
      for (const query of [
        `${author} ${title}`,
        `${title} by ${author}`,
        `${author!.split(" ").at(-1)} ${title}`,
      ])
        expect((await byTitle(query))[0], query).toMatchObject({ title });
  });

  it("ranks the document of a number first, however it is written, with words beside it", async () => {
    const numbered = demoDocuments.filter(({ title }) => /^CN-\d+:/.test(title));
    expect(numbered.length).toBeGreaterThan(1);
    for (const { title } of numbered) {
      const number = Number(/\d+/.exec(title)![0]);
      for (const query of [`CN-${number}`, `cn ${number} history`, `what does cn0${number} say about fees?`])
        expect((await byTitle(query))[0], query).toMatchObject({ title });
      const without = await byTitle(`history -cn${number}`, { limit: 10 });
      expect(without.length).toBeGreaterThan(0);
      expect(without.map((one) => one.title)).not.toContain(title);
    }
  });

  it("obeys the filters", async () => {
    const { record } = demoProjects[0]!;
    const results = await byName(record.name, { hackathons: ["nowhere-1999"] });
    expect(results).toEqual([]);
  });
});

describe("a typing error", () => {
  /** A letter dropped, doubled, replaced, or two swapped, always inside the word. */
  const errors = (name: string) => [
    name.slice(0, 2) + name.slice(3),
    name.slice(0, 3) + name.slice(2),
    `${name.slice(0, 2)}q${name.slice(3)}`,
    name.slice(0, 2) + name[3] + name[2] + name.slice(4),
  ];

  it("in a name still finds its project among the first five, in at least 95 % of cases", async () => {
    const names = demoProjects.map(({ record }) => record.name).filter((name) => /^[A-Za-z]{6,}$/.test(name));
    let found = 0;
    let tried = 0;
    for (const name of names.slice(0, 25))
      for (const typed of errors(name)) {
        if (typed === name) continue;
        tried++;
        if ((await byName(typed)).some((result) => result.name === name)) found++;
      }
    expect(tried).toBeGreaterThan(60);
    expect(found / tried).toBeGreaterThanOrEqual(0.95);
  });

  it("in a word is named with its replacement, in both searches", async () => {
    const projects = await service().searchProjects({
      query: "freelancer invoives",
      includeDiagnostics: true,
    });
    expect(projects.diagnostics!.queryExpanded).toMatch(/^freelancer invoices?/);
    const archive = await service().searchArchives({ query: "setlement promise" });
    expect(archive.queryExpanded).toMatch(/^settlement promise/);
    expect(archive.results.length).toBeGreaterThan(0);
  });

  it("in a word whose stem is that of another is replaced, in both searches", async () => {
    const byWord = async (query: string) =>
      await service().searchProjects({ query, limit: 1, includeDiagnostics: true });
    // Texts have "recipient" and "maintain".
    const recipes = await byWord("recipie");
    expect(recipes.diagnostics!.queryExpanded).toMatch(/^recipe\b/);
    expect(recipes.results[0]!.slug).toBe((await byWord("recipe")).results[0]!.slug);
    const archive = await service().searchArchives({ query: "maintainance grants", limit: 1 });
    expect(archive.queryExpanded).toMatch(/^maintenance grants/);
    expect(archive.results[0]!.title).toBe((await byTitle("maintenance grants"))[0]!.title);
  });

  it("leaves a query of known words alone", async () => {
    const archive = await service().searchArchives({ query: "settlement promise" });
    expect(archive).not.toHaveProperty("queryExpanded");
  });
});

describe("a question", () => {
  it("finds the same, as similar, as its subject alone, in both searches", async () => {
    for (const subject of ["invoices for freelancers", "energy sharing between neighbours"]) {
      const projects = await byName(subject);
      const documents = await byTitle(subject);
      expect(projects.length * documents.length).toBeGreaterThan(0);
      for (const question of [
        `Has anyone built a way to ${subject}?`,
        `Show me projects about ${subject}`,
        `I'm looking for ${subject}`,
        `Is there an app for ${subject}?`,
      ]) {
        expect(await byName(question), question).toEqual(projects);
        expect(await byTitle(question), question).toEqual(documents);
      }
    }
  });
});

describe("operators", () => {
  const texts = ({ record }: (typeof demoProjects)[number]) =>
    [record.name, record.oneLiner, record.description].join("\n").toLowerCase();

  it("a phrase in quotation marks occurs in every result", async () => {
    const { results } = await service().searchArchives({ query: '"session keys"', maxDocsPerSource: 0 });
    expect(results.length).toBeGreaterThan(0);
    for (const { title } of results) {
      const document = demoDocuments.find((one) => one.title === title)!;
      expect(`${document.title}\n${document.content}`).toMatch(/session[^\p{L}\p{N}]+keys/iu);
    }
  });

  it.each(["-freelancers", "NOT freelancers"])(
    "a word behind a minus or NOT occurs in no result: %s",
    async (excluding) => {
      const all = await byName("invoices freelancers", { limit: 25 });
      const without = await byName(`invoices ${excluding}`, { limit: 25 });
      const holding = (results: typeof all) =>
        results.filter(({ slug }) =>
          /freelancer/.test(texts(demoProjects.find(({ record }) => record.slug === slug)!)),
        ).length;
      expect(holding(all)).toBeGreaterThan(0);
      expect(holding(without)).toBe(0);
      expect(without.length).toBeGreaterThan(0);
    },
  );

  it.each(["-", '""', '"', '-""', "- - -", "-freelancers", '"the of"'])(
    "%s alone is answered",
    async (query) => {
      await byName(query);
      await byTitle(query);
    },
  );

  it("facets count what passes the filters, whatever the phrase", async () => {
    const facets = async (query: string) =>
      (await service().searchProjects({ query, includeFacets: true, facets: ["categories"] })).facets;
    expect(await facets('invoices "no such phrase anywhere"')).toEqual(await facets("invoices"));
  });
});

describe("unusual queries", () => {
  it.each([
    "a",
    "x".repeat(500),
    "the and of",
    "zzqx qqzx xqzz",
    "¿quién ha construido facturas?",
    "发票 支付",
    "😀",
  ])("%s is answered by both searches", async (query) => {
    await byName(query);
    await byTitle(query);
  });
});
