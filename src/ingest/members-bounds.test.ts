/** Both sides of every bound of every field of a member's record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { importMembers } from "./members.ts";
import type { ImportReport } from "./types.ts";

let at: ImportFixture;
beforeAll(async () => {
  at = await openFixture();
});
afterAll(() => at.close());

let files = 0;
/** A dry run, so all tests share one catalog. */
function run(records: readonly unknown[]): Promise<ImportReport> {
  const file = at.write(`m${++files}.jsonl`, toJsonLines(records));
  return importMembers(at.catalog, [file], { dataDir: at.folder, dryRun: true });
}

const email = "ada@example.org";
const entry = { id: "1", name: "Loom", program: { slug: "jam" }, status: "draft" };

describe("rejects a broken rule by field, rule and line; the other records are imported", () => {
  const text = (length: number) => "x".repeat(length);
  const list = <T>(length: number, item: T): T[] => Array(length).fill(item);
  const entries = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, index) => ({ ...entry, id: `${index}`, ...more }));
  const update = { kind: "buildLog", publishedAt: "2024-01-01" };

  /** Path below the record (or below its first entry), valid values, and invalid values with the broken rule. */
  type Row = [path: string, good: unknown[], bad: [unknown, string][]];
  const short = (path: string, max: number): Row => [
    path,
    [text(max), null, ""],
    [
      [text(max + 1), "too-long"],
      [1, "wrong-type"],
    ],
  ];
  const name = (path: string, max: number): Row => [
    path,
    [text(max), "x"],
    [
      [text(max + 1), "too-long"],
      [" ", "too-short"],
      [null, "wrong-type"],
    ],
  ];
  const flag = (path: string): Row => [path, [true, false, null], [["yes", "wrong-type"]]];
  const names = (path: string, max = 100): Row => [
    path,
    [[], list(50, text(max))],
    [
      [list(51, "x"), "too-many"],
      [[text(max + 1)], "too-long"],
      [[""], "too-short"],
      ["x", "wrong-type"],
    ],
  ];
  const url = (path: string): Row => [
    path,
    ["https://example.org/a", "http://x.example", null, `https://example.org/${text(1_980)}`],
    [
      ["ftp://example.org", "format"],
      ["example.org", "format"],
      ["javascript:alert(1)", "format"],
      [`https://example.org/${text(1_981)}`, "too-long"],
    ],
  ];
  const shown = (path: string): Row[] => [
    short(path, 200),
    [
      path,
      ["@ada", "a@b", "Ada @ Loom.Works"],
      [
        ["ada@example.org", "format"],
        ["Ada <ada@example.org>", "format"],
      ],
    ],
  ];

  const memberRows: Row[] = [
    [
      "email",
      ["a@b.example", `${text(60)}@${text(60)}.example`, " A@B.example "],
      [
        ["ada", "format"],
        ["", "format"],
        ["a@b", "format"],
        [null, "wrong-type"],
        [`${text(60)}@${`${text(60)}.`.repeat(4)}example`, "too-long"],
      ],
    ],
    ["profile", [null, {}], [["x", "wrong-type"]]],
    [
      "profile.visible",
      [true, false],
      [
        [null, "wrong-type"],
        ["yes", "wrong-type"],
      ],
    ],
    ...["profile.displayName", "profile.username"].flatMap(shown),
    ...["bio", "lookingToBuild"].map((field) => short(`profile.${field}`, 10_000)),
    ...["city", "country", "githubHandle", "linkedinHandle", "twitterHandle", "telegramHandle"].map((field) =>
      short(`profile.${field}`, 200),
    ),
    short("profile.currentPosition", 500),
    flag("profile.lookingForCollab"),
    flag("profile.isUniversityStudent"),
    ...["languages", "roles", "rolesLookingFor", "skills", "interestedUseCases"].map((field) =>
      names(`profile.${field}`),
    ),
    flag("profile.cofounderMatching.hasProfile"),
    url("profile.cofounderMatching.publicPageUrl"),
    [
      "registrations",
      [[], list(1_000, "jam")],
      [
        [list(1_001, "jam"), "too-many"],
        [["Jam 1"], "format"],
      ],
    ],
    [
      "entries",
      [[], entries(1_000), entries(4, { updates: list(5_000, update) })],
      [
        [entries(1_001), "too-many"],
        [[entry, entry], "format"],
        [
          [...entries(4, { updates: list(5_000, update) }), { ...entry, id: "z", updates: [update] }],
          "format",
        ],
      ],
    ],
  ];
  const entryRows: Row[] = [
    name("id", 200),
    name("name", 300),
    short("slug", 200),
    url("publicPageUrl"),
    [
      "program.slug",
      ["jam-1", text(100)],
      [
        ["Jam", "format"],
        [text(101), "too-long"],
        [undefined, "missing"],
      ],
    ],
    ["program.type", ["hackathon", "eternal", undefined], [["jam", "not-allowed"]]],
    [
      "program.name",
      [text(200), undefined],
      [
        [text(201), "too-long"],
        ["", "too-short"],
      ],
    ],
    ["program.current", [true, false, undefined], [["yes", "wrong-type"]]],
    [
      "status",
      ["draft", "submitted"],
      [
        ["done", "not-allowed"],
        [undefined, "not-allowed"],
      ],
    ],
    ["role", ["owner", "member", undefined], [["guest", "not-allowed"]]],
    names("tracks", 200),
    short("description", 200_000),
    ["team", [[], list(100, {})], [[list(101, {}), "too-many"]]],
    ["team[0].email", [null, "a@b.example"], [["bob", "format"]]],
    ...["team[0].displayName", "team[0].username"].flatMap(shown),
    ["team[0].role", ["owner", "member", undefined], [["guest", "not-allowed"]]],
    ["prize", [null], [["x", "wrong-type"]]],
    name("prize.type", 100),
    short("prize.name", 300),
    [
      "prize.placement",
      [1, null],
      [
        [0, "too-small"],
        [1.5, "wrong-type"],
      ],
    ],
    [
      "prize.amount",
      [0, 0.5, null],
      [
        [-1, "too-small"],
        ["1", "wrong-type"],
      ],
    ],
    ["prize.honorableMention", [true, undefined], [[null, "wrong-type"]]],
    [
      "prize.announcedAt",
      ["2024-02-29", null],
      [
        ["2023-02-29", "format"],
        ["soon", "format"],
      ],
    ],
    ["acceleratorCompany", [null], [["x", "wrong-type"]]],
    name("acceleratorCompany.name", 200),
    name("acceleratorCompany.cohort", 200),
    ["updates", [[], list(5_000, update)], [[list(5_001, update), "too-many"]]],
    ["updates[0].kind", ["hackathon", "eternal", "buildLog"], [["log", "not-allowed"]]],
    ["updates[0].number", [0, -1, null], [[1.5, "wrong-type"]]],
    [
      "updates[0].publishedAt",
      ["2024", "2024-05-01T10:00:00Z"],
      [
        ["May", "format"],
        [undefined, "missing"],
      ],
    ],
    [
      "updates[0].links",
      [list(50, text(2_000))],
      [
        [list(51, "x"), "too-many"],
        [[text(2_001)], "too-long"],
      ],
    ],
    ["createdAt", ["2024-01-01", null], [["yesterday", "format"]]],
    ["submission", [null, {}], [["x", "wrong-type"]]],
    ...["category", "otherProductCategory", "country", "twitterHandle", "telegramHandle"].map((field) =>
      short(`submission.${field}`, 200),
    ),
    ...[
      "website",
      "repoLink",
      "presentationLink",
      "technicalDemoLink",
      "pitchVideoLink",
      "demoVideoLink",
      "liveProductLink",
    ].map((field) => short(`submission.${field}`, 2_000)),
    ...[
      "liveProductAccessInstructions",
      "additionalInfo",
      "whatBuilding",
      "whyNow",
      "technologies",
      "repoContext",
      "marketValidation",
      "traction",
      "competition",
      "monetization",
      "teamCommitment",
      "teamLocationDetails",
      "chainUsage",
      "externalContributors",
      "legalEntityDetails",
      "investmentDetails",
      "fundraisingDetails",
      "liveTokenDetails",
    ].map((field) => short(`submission.${field}`, 10_000)),
    short("submission.universityName", 500),
    ...[
      "demoVideoPublic",
      "isUniversityProject",
      "isSolanaMobile",
      "acceleratorOptIn",
      "legalEntity",
      "investmentReceived",
      "currentlyFundraising",
      "liveToken",
    ].map((field) => flag(`submission.${field}`)),
    names("submission.chains"),
    ["submission.surveyAnswers", [null, 1, "x", { a: [1] }, text(99_998)], [[text(99_999), "format"]]],
    ["submission.eternalDetails", [null, {}], [["x", "wrong-type"]]],
    ...["targetAudience", "teamSuitability", "startedAndPriorities", "raised", "productDescription"].map(
      (field) => short(`submission.eternalDetails.${field}`, 10_000),
    ),
  ];

  /** Sibling fields that a nested field requires. */
  const bases: Record<string, object> = {
    prize: { type: "X" },
    acceleratorCompany: { name: "N", cohort: "C" },
    updates: update,
  };
  function place(base: object, path: string, value: unknown): object {
    const [head, ...rest] = path.split(".");
    const [, field, isList] = /^(\w+)(\[0\])?$/.exec(head!)!;
    const own = base as Record<string, object>;
    const inner =
      rest.length === 0 ? value : place(own[field!] ?? bases[field!] ?? {}, rest.join("."), value);
    return { ...base, [field!]: isList ? [inner] : inner };
  }
  const bounds = [
    ...memberRows.map(([path, good, bad]) => ({
      path,
      good,
      bad,
      toRecord: (value: unknown) => place({ email }, path, value),
    })),
    ...entryRows.map(([path, good, bad]) => ({
      path: `entries[0].${path}`,
      good,
      bad,
      toRecord: (value: unknown) => ({ email, entries: [place(entry, path, value)] }),
    })),
  ];

  it.each(bounds)("$path", async ({ path, good, bad, toRecord }) => {
    expect(await run(good.map(toRecord))).toMatchObject({ rejected: 0, read: good.length });
    const report = await run([...bad.map(([value]) => toRecord(value)), { email: "ok@example.org" }]);
    expect(report).toMatchObject({ rejected: bad.length, inserted: 1 });
    for (const [index, [, rule]] of bad.entries()) {
      const reject = at.rejects(report)[index]!;
      expect([reject.line, reject.rule]).toEqual([index + 1, rule]);
      expect(reject.field?.startsWith(path)).toBe(true);
    }
  });
});
