import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import type { CatalogFaq } from "../catalog/faqs.ts";
import { faqsResponseSchema } from "../contract/api/faqs.ts";
import { type ResourcesQuery, resourcesResponseSchema } from "../contract/api/resources.ts";
import { type HackathonRecord, hackathonRecordSchema } from "../contract/records/hackathon-record.ts";
import { resourcesRecordSchema } from "../contract/records/resource-record.ts";
import { databaseAt } from "../database/database-at.case.ts";
import { createHttpClient } from "../net/http-client.ts";
import { json, startServer } from "../net/server.case.ts";
import { type Guides, openGuides } from "./guides.ts";
import { jamContent, question } from "./resources/resources.case.ts";

let folder: string;
let catalog: Catalog;
let guides: Guides;
let now: string;
const imported = "2025-01-01T00:00:00.000Z";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-guides-"));
  catalog = await openCatalog(databaseAt(join(folder, "catalog.db")), { now: () => new Date(imported) });
  now = "2025-06-01T00:00:00.000Z";
  guides = openGuides({
    catalog,
    dataDir: folder,
    http: createHttpClient(),
    now: () => Date.parse(now),
    onProblem: () => {},
  });
});
afterEach(async () => {
  await guides.close();
  await catalog.close();
  rmSync(folder, { recursive: true, force: true });
});

const declare = (...records: Partial<HackathonRecord>[]) =>
  catalog.write(async (writer) => {
    for (const record of records) await writer.declareHackathon(hackathonRecordSchema.parse(record));
  });
const offer = (record: object) =>
  catalog.write((writer) =>
    writer.saveResources(resourcesRecordSchema.parse({ pageUrl: "https://example.org/r", ...record })),
  );
const answer = (...faqs: Partial<CatalogFaq>[]) =>
  catalog.write(async (writer) => {
    for (const faq of faqs)
      await writer.saveFaq({
        program: "hackathon",
        id: "a",
        question: "Q?",
        answer: "A.",
        sourceUrl: "https://example.org/faq",
        links: [],
        ...faq,
      });
  });
const ask = async (query: Partial<ResourcesQuery> = {}) => {
  const response = JSON.parse(JSON.stringify(await guides.getResources(question(query))));
  expect(resourcesResponseSchema.parse(response)).toEqual(response);
  return resourcesResponseSchema.parse(response);
};
const notFound = { code: "NOT_FOUND", message: "Hackathon resources not found" };

describe("GET /resources", () => {
  it("returns the event, the origin of the content, and the matches", async () => {
    const dates = { startDate: "2025-05-01", submissionDeadline: "2025-05-08T23:59:00Z" };
    await declare({ slug: "jam", name: "Jam", ...dates });
    await offer({ hackathon: "jam", ...jamContent });
    const response = await ask({ track: "pay", q: "wallets", kind: "topics" });
    expect(response).toMatchObject({
      eventDates: {
        hackathonSlug: "jam",
        startDate: "2025-05-01T00:00:00.000Z",
        submissionDeadline: "2025-05-08T23:59:00.000Z",
        winnerAnnouncementDate: null,
      },
      hackathon: { name: "Jam", slug: "jam", pageUrl: "https://jam.example.org/resources" },
      source: { url: "https://jam.example.org/resources", fetchedAt: imported, stale: false },
      query: { track: "pay", q: "wallets", kind: "topics", matched: 3 },
    });
    expect(response.tracks.map(({ id }) => id)).toEqual(["pay", "play", "green"]);
    expect((await ask()).query).toEqual({ kind: "all", matched: 9 });
  });

  it("has dates once start and deadline are recorded", async () => {
    await offer({ hackathon: "jam" });
    expect((await ask({ hackathon: "jam" })).eventDates).toBeNull();
    await declare({ slug: "jam", startDate: "2025-05" });
    expect((await ask({ hackathon: "jam" })).eventDates).toBeNull();
    const announced = "2025-06-02T10:00:00+02:00";
    await declare({
      slug: "jam",
      startDate: "2025-05",
      submissionDeadline: "2025-06",
      winnerAnnouncementDate: announced,
    });
    expect((await ask({ hackathon: "jam" })).eventDates).toEqual({
      hackathonSlug: "jam",
      startDate: "2025-05-01T00:00:00.000Z",
      submissionDeadline: "2025-06-01T00:00:00.000Z",
      winnerAnnouncementDate: "2025-06-02T08:00:00.000Z",
    });
  });

  it("resolves `current` to the hackathon flagged, else running, else started last", async () => {
    const current = async () => (await ask()).hackathon.slug;
    await declare(
      { slug: "old", startDate: "2025-01-01", submissionDeadline: "2025-07-01" },
      { slug: "late", startDate: "2025-05-01", submissionDeadline: "2025-05-10" },
      { slug: "next", startDate: "2025-09-01" },
    );
    for (const hackathon of ["old", "late", "next"]) await offer({ hackathon });
    expect(await current()).toBe("old");
    now = "2025-08-01T00:00:00.000Z";
    expect(await current()).toBe("late");
    await declare({ slug: "next", startDate: "2025-09-01", current: true });
    expect(await current()).toBe("next");
  });

  it("lists the hackathons that have resources, the one started last first, undated ones last", async () => {
    await declare(
      { slug: "old", name: "Old", startDate: "2024-12" },
      { slug: "late", name: "Late", startDate: "2025-05-01" },
      { slug: "bare", startDate: "2025-05-20" },
    );
    for (const hackathon of ["undated", "old", "late"]) await offer({ hackathon });
    expect(await guides.listHackathons()).toEqual([
      { slug: "late", name: "Late", current: false },
      { slug: "old", name: "Old", current: false },
      { slug: "undated", name: "undated", current: false },
    ]);
    await offer({ hackathon: "bare" });
    expect((await guides.listHackathons())[0]).toEqual({ slug: "bare", name: "bare", current: true });
  });

  it("responds 404 alike for no current hackathon, an unknown one and one without resources", async () => {
    await expect(guides.getResources(question())).rejects.toMatchObject(notFound);
    await expect(guides.getResources(question({ hackathon: "no" }))).rejects.toMatchObject(notFound);
    await declare({ slug: "jam", startDate: "2025-05-01" });
    await expect(guides.getResources(question())).rejects.toMatchObject(notFound);
    await expect(guides.getResources(question({ hackathon: "jam" }))).rejects.toMatchObject(notFound);
  });

  it("immediately reflects replaced and removed resources", async () => {
    await offer({ hackathon: "jam", sponsors: [{ name: "One", slug: "one" }] });
    expect((await ask({ hackathon: "jam" })).sponsors[0]!.name).toBe("One");
    await offer({ hackathon: "jam", sponsors: [{ name: "Two", slug: "two" }] });
    expect((await ask({ hackathon: "jam" })).sponsors.map(({ name }) => name)).toEqual(["Two"]);
    await catalog.write((writer) => writer.deleteResources("jam"));
    await expect(ask({ hackathon: "jam" })).rejects.toMatchObject(notFound);
  });

  it("returns content of a feed, with its URL and its page", async () => {
    const feed = await startServer(json({ ...jamContent, pageUrl: null }));
    try {
      await offer({ hackathon: "jam", feedUrl: feed.url });
      const { hackathon, source, sponsors } = await ask({ hackathon: "jam" });
      expect(hackathon.pageUrl).toBe("https://example.org/r");
      expect(source).toEqual({ url: feed.url, fetchedAt: now, stale: false });
      expect(sponsors).toHaveLength(2);
    } finally {
      await feed.close();
    }
  });
});

describe("FAQs", () => {
  const list = async (query: Parameters<Guides["getFaqs"]>[0] = {}) => {
    const response = JSON.parse(JSON.stringify(await guides.getFaqs(query)));
    expect(faqsResponseSchema.parse(response)).toEqual(response);
    return faqsResponseSchema.parse(response);
  };
  const keys = async (query?: Parameters<Guides["getFaqs"]>[0]) =>
    (await list(query)).faqs.map(({ program, id }) => `${program}/${id}`);

  it("are empty at first, which is not an error", async () => {
    expect(await list({ q: "prize" })).toEqual({
      eventDates: null,
      source: { kind: "file", revision: expect.stringMatching(/^[0-9a-f]{64}$/) },
      programs: [],
      faqs: [],
      query: { q: "prize", matched: 0 },
    });
  });

  it("are ordered by program, then by first import; counts include all", async () => {
    await answer({ program: "stamp", id: "s" }, { id: "b" }, { program: "eternal", id: "e" }, { id: "a" });
    await answer({ id: "b", answer: "Another." });
    expect(await keys()).toEqual(["hackathon/b", "hackathon/a", "eternal/e", "stamp/s"]);
    expect(await list({ program: "stamp", q: "zeppelin" })).toMatchObject({
      programs: [
        { program: "hackathon", count: 2 },
        { program: "eternal", count: 1 },
        { program: "stamp", count: 1 },
      ],
      faqs: [],
      query: { program: "stamp", q: "zeppelin", matched: 0 },
    });
  });

  it("are found by keyword within a program", async () => {
    await answer(
      { id: "in-answer", question: "Dates?", answer: "The prize comes later." },
      { id: "in-question", question: "Which prize is there?" },
      { program: "accelerator", id: "other", question: "No prize?" },
    );
    expect(await keys({ program: "hackathon", q: "prizes" })).toEqual([
      "hackathon/in-question",
      "hackathon/in-answer",
    ]);
  });

  it("have the dates of the hackathon started last, only if one of them is about hackathons", async () => {
    await declare(
      { slug: "old", startDate: "2025-01-01", submissionDeadline: "2025-12-01", current: true },
      { slug: "late", startDate: "2025-05-01", submissionDeadline: "2025-05-10" },
      { slug: "next", startDate: "2025-09-01", submissionDeadline: "2025-09-10" },
    );
    await answer({ id: "h", question: "Prize?" }, { program: "accelerator", id: "a", question: "Money?" });
    expect((await list()).eventDates?.hackathonSlug).toBe("late");
    expect((await list({ program: "accelerator" })).eventDates).toBeNull();
    expect((await list({ q: "money" })).eventDates).toBeNull();
    const one = (program: CatalogFaq["program"], id: string) => guides.getFaq({ program, id });
    expect((await one("hackathon", "h")).eventDates?.hackathonSlug).toBe("late");
    expect((await one("accelerator", "a")).eventDates).toBeNull();
  });

  it("have digests: each of its content, the list of its contents in any order", async () => {
    await answer({ id: "a" }, { id: "b", question: "R?" });
    const before = await list();
    const [a, b] = before.faqs;
    expect(a!.contentRevision).not.toBe(b!.contentRevision);
    await answer({ id: "b", question: "S?" });
    const after = await list();
    expect(after.faqs[0]!.contentRevision).toBe(a!.contentRevision);
    expect(after.faqs[1]!.contentRevision).not.toBe(b!.contentRevision);
    expect(after.source.revision).not.toBe(before.source.revision);
    await catalog.write(async (writer) => {
      for (const id of ["a", "b"]) await writer.deleteFaq(`hackathon/${id}`);
    });
    await answer({ id: "b", question: "R?" }, { id: "a" });
    expect(await keys()).toEqual(["hackathon/b", "hackathon/a"]);
    expect((await list()).source.revision).toBe(before.source.revision);
  });

  it("are read individually, with the links of the answer", async () => {
    const links = [{ label: "the rules", url: "https://example.org/rules" }];
    await answer({ id: "a", links });
    const { faqs, source } = await list();
    expect(await guides.getFaq({ program: "hackathon", id: "a" })).toEqual({
      eventDates: null,
      source,
      faq: faqs[0],
    });
    expect(faqs[0]).toMatchObject({
      answerFormat: "markdown",
      links,
    });
    for (const params of [
      { program: "hackathon", id: "b" },
      { program: "stamp", id: "a" },
    ] as const)
      await expect(guides.getFaq(params)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
