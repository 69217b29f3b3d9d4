import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { normalEmail } from "../accounts/email.ts";
import type { MemberHoldings } from "../catalog/member-holdings.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { importMembers } from "./members.ts";
import type { ImportOptions, ImportReport } from "./types.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

let files = 0;
function run(records: readonly unknown[], options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return runFile(at.write(`m${++files}.jsonl`, toJsonLines(records)), options);
}
function runFile(file: string, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return importMembers(at.catalog, [file], { dataDir: at.folder, ...options });
}
const held = (email: string): Promise<MemberHoldings> =>
  at.catalog.memberHoldings(email, { entries: 1_000, updates: 20_000 });

const email = "ada@example.org";
const entry = { id: "1", name: "Loom", program: { slug: "jam" }, status: "draft" };

describe("importing members", () => {
  it("keeps profile, registrations and entries, keyed by the address in lower case; normalizes texts and times", async () => {
    const report = await run([
      {
        email: " Ada@Example.ORG",
        profile: { displayName: "  Ada \n L ", username: "", skills: ["Looms"] },
        registrations: ["jam", "jam"],
        entries: [
          {
            ...entry,
            name: " Loom\t1 ",
            slug: "",
            tracks: ["A  B", "A B"],
            team: [
              { email: "ADA@example.org", displayName: "Herself" },
              { email: "Bob@Example.org", displayName: " Bob ", role: "owner" },
              { email: "bob@example.org", displayName: "Bob again" },
              { displayName: "Cy" },
            ],
            updates: [{ kind: "buildLog", publishedAt: "2024-05-01T12:00:00+02:00", links: ["x"] }],
            createdAt: "2024-05-01",
          },
        ],
      },
    ]);
    expect(report).toMatchObject({ read: 1, inserted: 1, rejected: 0, warnings: [] });
    expect(await held(email)).toMatchObject({
      profile: { visible: false, displayName: "Ada L", username: null, skills: ["Looms"] },
      registrations: ["jam"],
      entries: [
        {
          record: { name: "Loom 1", slug: null, tracks: ["A B"], status: "draft" },
          role: "owner",
          createdAt: "2024-05-01T00:00:00.000Z",
          team: [
            { displayName: "Bob", username: null, profile: null },
            { displayName: "Cy", username: null, profile: null },
          ],
          updates: [
            { kind: "buildLog", number: null, publishedAt: "2024-05-01T10:00:00.000Z", links: ["x"] },
          ],
        },
      ],
    });
    expect((await held("bob@example.org")).entries).toMatchObject([{ role: "owner" }]);
  });

  it("normalizes addresses like accounts do, so that both match", async () => {
    for (const text of ["ADA@Example.org", " ada.Lovelace+loom@EXAMPLE.co.uk\t", "x_Y@sub.Example.ORG"]) {
      expect(await run([{ email: text, profile: { city: text } }])).toMatchObject({ inserted: 1 });
      expect((await held(normalEmail(text))).profile).toMatchObject({ city: text });
    }
  });

  it("creates no hackathon: one that only a draft names is not published", async () => {
    await run([{ email, entries: [entry], registrations: ["hush"] }]);
    expect(await at.catalog.hackathons()).toEqual([]);
  });

  it("changes nothing the second time, regardless of field order", async () => {
    await run([{ email, entries: [entry] }]);
    const before = await held(email);
    at.setTime("2025-05-05T00:00:00Z");
    expect(await run([{ entries: [entry], email: "ADA@example.org" }])).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 1,
    });
    expect(await held(email)).toEqual(before);
  });

  it("replaces a record as a whole: missing entries are deleted, others keep the time of their first import", async () => {
    await run([{ email, profile: { bio: "b" }, entries: [entry, { ...entry, id: "2" }] }]);
    at.setTime("2025-05-05T00:00:00Z");
    const report = await run([
      {
        email,
        entries: [
          { ...entry, name: "Loom 2" },
          { ...entry, id: "3", name: "New" },
        ],
      },
    ]);
    expect(report).toMatchObject({ inserted: 0, updated: 1 });
    const { profile, entries } = await held(email);
    expect(profile).toBeNull();
    expect(entries.map(({ record, createdAt }) => [record.name, createdAt])).toEqual([
      ["New", "2025-05-05T00:00:00.000Z"],
      ["Loom 2", "2025-01-01T00:00:00.000Z"],
    ]);
  });

  it("of two records with one address keeps the later, and warns; importing again changes nothing", async () => {
    const file = at.write(
      "twice.jsonl",
      toJsonLines([
        { email, entries: [entry] },
        { email, profile: {} },
      ]),
    );
    const report = await runFile(file);
    expect(report.warnings).toEqual([expect.stringContaining("given twice with different content")]);
    expect((await held(email)).entries).toEqual([]);
    expect(await runFile(file)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 });
  });

  it("reads gzip and CSV, and standard input's shape through a map", async () => {
    const gz = at.write("m.jsonl.gz", gzipSync(toJsonLines([{ email: "gz@example.org" }])));
    expect(await runFile(gz)).toMatchObject({ inserted: 1 });
    const csv = at.write(
      "m.csv",
      `email,profile.visible,profile.skills,registrations,entries\n${email},yes,Looms; Cards,jam,"${JSON.stringify(
        [entry],
      ).replaceAll('"', '""')}"\n`,
    );
    expect(await runFile(csv)).toMatchObject({ inserted: 1, rejected: 0 });
    expect(await held(email)).toMatchObject({
      profile: { visible: true, skills: ["Looms", "Cards"] },
      registrations: ["jam"],
      entries: [{ record: { name: "Loom" } }],
    });
    const map = at.write("m.jsonata", '{ "email": mail, "profile": { "displayName": name } }');
    const foreign = at.write("f.jsonl", toJsonLines([{ mail: "new@example.org", name: "New" }]));
    expect(await runFile(foreign, { map })).toMatchObject({ inserted: 1 });
    expect((await held("new@example.org")).profile).toMatchObject({ displayName: "New" });
  });

  it("reports in a dry run what it would do, and changes nothing", async () => {
    await run([{ email }]);
    const report = await run([{ email, profile: {} }, { email: "b@example.org" }, { email: "b" }], {
      dryRun: true,
    });
    expect(report).toMatchObject({ inserted: 1, updated: 1, rejected: 1 });
    expect((await held(email)).profile).toBeNull();
    expect(await at.catalog.hashes("member", [email, "b@example.org"])).toHaveProperty("size", 1);
  });

  it("resumes where it was interrupted", async () => {
    const records = Array.from({ length: 3_000 }, (_, index) =>
      index === 2_500 ? { email: "bad" } : { email: `m${index}@example.org`, entries: [entry] },
    );
    const file = at.write("many.jsonl", toJsonLines(records));
    const stop = new AbortController();
    const first = await runFile(file, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(first.interrupted).toBe(true);
    expect(first.read).toBeLessThan(records.length);
    const second = await runFile(file);
    expect(second).toMatchObject({ interrupted: false, resumed: first.read, rejected: 1 });
    expect(second.read).toBe(records.length - first.read);
    const emails = records.map((record) => record.email);
    expect(await at.catalog.hashes("member", emails)).toHaveProperty("size", 2_999);
  });

  it("reports unknown fields and ignores them", async () => {
    const report = await run([{ email, phone: "1", entries: [{ ...entry, score: 9 }] }]);
    expect(report).toMatchObject({ inserted: 1, rejected: 0 });
    expect(report.warnings).toEqual([
      expect.stringContaining('"phone"'),
      expect.stringContaining('"entries.score"'),
    ]);
    expect(JSON.stringify(await held(email))).not.toContain("score");
  });

  it("keeps every field of survey answers, which each event defines", async () => {
    await run([
      { email, entries: [{ ...entry, submission: { surveyAnswers: { any: { thing: [1, "x"] } } } }] },
    ]);
    expect((await held(email)).entries[0]!.record.submission).toEqual({
      surveyAnswers: { any: { thing: [1, "x"] } },
    });
  });
});
