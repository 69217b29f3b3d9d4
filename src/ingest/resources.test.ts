import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ImportFixture, openFixture } from "./import-fixture.case.ts";
import { importResources } from "./resources.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const pageUrl = "https://example.org/resources";
const read = (file: string, options = {}) =>
  importResources(at.catalog, [file], { dataDir: at.folder, ...options });
const importOne = (record: object, options = {}) =>
  read(at.write("r.json", JSON.stringify([{ hackathon: "jam", pageUrl, ...record }])), options);

/** `field: message` of the first fault; null when the record was imported. */
async function fault(record: object): Promise<string | null> {
  const report = await importOne(record);
  if (report.rejected === 0) return null;
  const { field, message } = at.rejects(report).at(-1)!;
  return `${field}: ${message}`;
}

const letters = (length: number) => "a".repeat(length);
const many = (count: number, item: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => item(index));

describe("import resources", () => {
  it("reads YAML, applies defaults to absent fields, and changes nothing the second time", async () => {
    const file = at.write(
      "r.yaml",
      `resources:
  - hackathon: jam
    pageUrl: https://example.org/resources
    tracks:
      - { id: pay, name: Payments }
      - { id: play, name: Games }
    sponsors:
      - name: Quoll
        slug: quoll
        content: |
          Free servers.
    topics:
      - id: wallets
        trackId: pay
        title: Wallets
        groups:
          - id: start
            title: Start
            links:
              - { label: Keys, url: "https://example.org/keys", description: Passkeys }
    topicGroups:
      - { id: money, trackId: pay, title: Money, topicIds: [wallets] }
    rpcProviders:
      - { name: Lantern, description: Nodes, offer: null }
`,
    );
    expect(await read(file)).toMatchObject({ read: 1, inserted: 1, rejected: 0, warnings: [] });
    const counter = await at.catalog.changeCounter();
    at.setTime("2025-02-02T00:00:00.000Z");
    expect(await read(file)).toMatchObject({ unchanged: 1 });
    expect(await at.catalog.changeCounter()).toBe(counter);
    const { record, importedAt } = (await at.catalog.resources("jam"))!;
    expect(importedAt).toBe("2025-01-01T00:00:00.000Z");
    expect(record.sponsors).toEqual([
      { name: "Quoll", slug: "quoll", tags: [], hasSkill: false, content: "Free servers.\n", links: [] },
    ]);
    expect(record.rpcProviders).toEqual([{ name: "Lantern", description: "Nodes", links: [] }]);
  });

  it("replaces a hackathon's resources as a whole, and creates an unknown hackathon", async () => {
    await importOne({ sponsors: [{ name: "One", slug: "one" }] });
    expect(await at.catalog.hackathons()).toMatchObject([{ slug: "jam", name: "jam", startDate: null }]);
    at.setTime("2025-02-02T00:00:00.000Z");
    expect(await importOne({ rpcProviders: [{ name: "R", description: "" }] })).toMatchObject({ updated: 1 });
    expect(await at.catalog.resources("jam")).toMatchObject({
      record: { sponsors: [], rpcProviders: [{ name: "R" }] },
      importedAt: "2025-02-02T00:00:00.000Z",
    });
  });

  it("warns of unknown fields at any depth and of a hackathon given twice, and reports in a dry run what would change", async () => {
    const report = await importOne(
      {
        city: "Nowhere",
        topics: [{ id: "t", title: "T", groups: [{ id: "g", title: "G", colour: 1 }] }],
      },
      { dryRun: true },
    );
    expect(report).toMatchObject({ inserted: 1 });
    expect(report.warnings.join("\n")).toMatch(/"city".*\n?.*"topics\.groups\.colour"/);
    expect(await at.catalog.resources("jam")).toBeNull();
    const twice = at.write(
      "t.json",
      JSON.stringify([1, 2].map((n) => ({ hackathon: "jam", pageUrl: `${pageUrl}/${n}` }))),
    );
    expect((await read(twice)).warnings).toEqual([
      "hackathon jam is given twice with different content: the later one was kept",
    ]);
    expect((await at.catalog.resources("jam"))!.record.pageUrl).toBe(`${pageUrl}/2`);
  });

  it("accepts the URL of a feed instead of content, but not both", async () => {
    const feedUrl = "https://example.org/feed.json";
    expect(await fault({ feedUrl })).toBeNull();
    expect(await fault({ feedUrl, pageUrl: undefined })).toBeNull();
    expect(await fault({ feedUrl, sponsors: [{ name: "A", slug: "a" }] })).toMatch(
      /^feedUrl: provides the content: remove sponsors, or remove feedUrl/,
    );
    expect(await fault({ feedUrl: "http://example.org/feed.json" })).toMatch(
      /^feedUrl: must be an https address/,
    );
    expect(await fault({ pageUrl: undefined })).toMatch(/^pageUrl: is missing: give the URL of the page/);
    expect(await fault({ pageUrl: "javascript:alert(1)" })).toMatch(/^pageUrl: must be an http or https/);
  });

  it("rejects, of a file from a browser, a feed on the server's own machine", async () => {
    const rulesOf = async (record: object, remote: boolean) => {
      const report = await importOne(record, { remote });
      return at.rejects(report).map(({ field, rule }) => `${field}: ${rule}`);
    };
    for (const host of ["localhost", "127.0.0.1:8787", "[::1]"]) {
      const record = { feedUrl: `https://${host}/feed.json` };
      expect([host, await rulesOf(record, true)]).toEqual([host, ["feedUrl: not-allowed"]]);
      expect([host, await rulesOf(record, false)]).toEqual([host, []]);
    }
    expect(await rulesOf({ feedUrl: "https://jam.example.org/feed.json" }, true)).toEqual([]);
    expect(await rulesOf({}, true)).toEqual([]);
  });

  it("checks the bounds of names and numbers, on both sides", async () => {
    const topic = (change: object) => ({ topics: [{ id: "t", title: "T", ...change }] });
    const link = (change: object) => ({
      sponsors: [{ name: "A", slug: "a", links: [{ label: "L", url: "https://example.org/", ...change }] }],
    });
    const rows: [object, object, string][] = [
      [{ hackathon: letters(40) }, { hackathon: letters(41) }, "hackathon: must have at most 40"],
      [{ hackathon: "a-1" }, { hackathon: "a--1" }, "hackathon: must be lower-case"],
      [{ hackathon: "currents" }, { hackathon: "current" }, "hackathon: must not be current"],
      [
        { tracks: [{ id: letters(40), name: "N" }] },
        { tracks: [{ id: letters(41), name: "N" }] },
        "tracks[0].id: must have at most 40",
      ],
      [
        { tracks: [{ id: "a", name: letters(200) }] },
        { tracks: [{ id: "a", name: letters(201) }] },
        "tracks[0].name: must have at most 200",
      ],
      [
        { tracks: many(100, (n) => ({ id: `t${n}`, name: "N" })) },
        { tracks: many(101, (n) => ({ id: `t${n}`, name: "N" })) },
        "tracks: must have at most 100 items",
      ],
      [topic({ id: letters(60) }), topic({ id: letters(61) }), "topics[0].id: must have at most 60"],
      [topic({ title: "T" }), topic({ title: " " }), "topics[0].title: must have at least 1"],
      [
        topic({ summary: letters(5_000) }),
        topic({ summary: letters(5_001) }),
        "topics[0].summary: must have at most 5000",
      ],
      [
        link({ label: letters(200) }),
        link({ label: letters(201) }),
        "sponsors[0].links[0].label: must have at most 200",
      ],
      [link({}), link({ url: "/relative" }), "sponsors[0].links[0].url: must be an http or https"],
      [
        { sponsors: [{ name: "A", slug: letters(100) }] },
        { sponsors: [{ name: "A", slug: letters(101) }] },
        "sponsors[0].slug: must have at most 100",
      ],
      [
        { sponsors: [{ name: "A", slug: "a", content: letters(50_000) }] },
        { sponsors: [{ name: "A", slug: "a", content: letters(50_001) }] },
        "sponsors[0].content: must have at most 50000",
      ],
      [
        { rpcProviders: [{ name: "R", description: "" }] },
        { rpcProviders: [{ name: "R" }] },
        "rpcProviders[0].description: is missing",
      ],
    ];
    for (const [good, bad, message] of rows) {
      expect([message, await fault(good)]).toEqual([message, null]);
      expect(await fault(bad)).toContain(message);
    }
  });

  it("rejects duplicate names and references to missing ones", async () => {
    const tracks = [
      { id: "pay", name: "P" },
      { id: "play", name: "Q" },
    ];
    const topic = (id: string, trackId?: string) => ({ id, title: "T", trackId });
    const sponsor = (slug: string, trackId?: string) => ({ name: "A", slug, trackId });
    const group = (id: string, topicIds: string[], trackId?: string) => ({
      id,
      title: "G",
      topicIds,
      trackId,
    });
    const good: object[] = [
      { tracks, topics: [topic("t", "pay"), topic("t", "play"), topic("u")] },
      { tracks, sponsors: [sponsor("a"), sponsor("a", "pay"), sponsor("a", "play")] },
      {
        tracks,
        topics: [topic("t", "pay"), topic("u")],
        topicGroups: [group("g", ["t", "u", "pay:t"], "pay"), group("g", ["pay:t", "u"])],
      },
      {
        tracks: [
          {
            ...tracks[0],
            sponsorCards: [
              { name: "A", slug: "a" },
              { name: "A", slug: "a", trackId: "play" },
            ],
          },
          tracks[1],
        ],
      },
    ];
    for (const record of good) expect(await fault(record)).toBeNull();
    const bad: [object, string][] = [
      [{ tracks: [tracks[0], tracks[0]] }, "tracks[1].id: is also used by item 0"],
      [
        { tracks, topics: [topic("t", "pay"), topic("u"), topic("t", "pay")] },
        "topics[2].id: is also used by item 0",
      ],
      [
        { tracks, topics: [topic("t"), topic("t", "pay")] },
        "topics[1].id: is also used by a topic shared by all tracks",
      ],
      [{ sponsors: [sponsor("a"), sponsor("a")] }, "sponsors[1].slug: is also used by item 0"],
      [
        { tracks, topicGroups: [group("g", []), group("g", [])] },
        "topicGroups[1].id: is also used by item 0",
      ],
      [
        {
          topics: [
            {
              ...topic("t"),
              groups: [
                { id: "g", title: "G" },
                { id: "g", title: "G" },
              ],
            },
          ],
        },
        "topics[0].groups[1].id: is also used by item 0",
      ],
      [{ sponsors: [sponsor("a", "pay")] }, "sponsors[0].trackId: is not a track"],
      [{ tracks, topics: [topic("t", "pray")] }, "topics[0].trackId: is not a track"],
      [
        { tracks, rpcProviders: [{ name: "R", description: "", trackId: "pray" }] },
        "rpcProviders[0].trackId: is not a track",
      ],
      [{ tracks, topicGroups: [group("g", [], "pray")] }, "topicGroups[0].trackId: is not a track"],
      [
        { tracks: [{ ...tracks[0], sponsorCards: [{ name: "A", slug: "a", trackId: "pray" }] }] },
        "tracks[0].sponsorCards[0].trackId: is not a track",
      ],
      [
        { tracks, topics: [topic("t", "play")], topicGroups: [group("g", ["t"], "pay")] },
        "topicGroups[0].topicIds[0]: is not a topic",
      ],
      [{ topicGroups: [group("g", ["t"])] }, "topicGroups[0].topicIds[0]: is not a topic"],
    ];
    for (const [record, message] of bad) expect(await fault(record)).toContain(message);
  });
});
