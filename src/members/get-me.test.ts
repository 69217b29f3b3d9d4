import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MeResponse, meResponseSchema } from "../contract/api/me.ts";
import { getMe } from "./get-me.ts";
import { entry, type GivenEntry, type MemberCatalog, openMemberCatalog } from "./member-records.case.ts";

let at: MemberCatalog;
beforeEach(async () => {
  at = await openMemberCatalog();
});
afterEach(() => at.close());

const ada = "ada@example.org";
const bob = "bob@example.org";
const names = ({ projects }: MeResponse) => projects.map(({ name }) => name.replace("Entry ", ""));

const noProfile = {
  displayName: null,
  username: null,
  bio: null,
  city: null,
  country: null,
  currentPosition: null,
  lookingToBuild: null,
  githubHandle: null,
  linkedinHandle: null,
  twitterHandle: null,
  telegramHandle: null,
  lookingForCollab: false,
  isUniversityStudent: null,
  languages: [],
  roles: [],
  rolesLookingFor: [],
  skills: [],
  interestedUseCases: [],
};

it("an account without a record gets nulls and empty lists", async () => {
  expect(await at.me("nobody@example.org")).toEqual({
    profile: { ...noProfile, cofounderMatching: { hasProfile: false, publicPageUrl: null } },
    currentHackathon: { name: "", slug: "", registered: false },
    projects: [],
    truncated: { projects: false, updates: false },
  });
});

it("a minimal entry has every field of the contract, and no response has additional ones", async () => {
  await at.save({ email: ada, entries: [entry("x")] });
  const answer = await getMe(at.catalog, { email: ada, now: at.clock });
  expect(meResponseSchema.parse(answer)).toEqual(answer);
  const { submission, ...rest } = answer.projects[0]!;
  expect(rest).toEqual({
    name: "Entry x",
    slug: null,
    publicPageUrl: null,
    program: { type: "hackathon", name: "jam", slug: "jam", current: false },
    status: "submitted",
    role: "owner",
    tracks: [],
    description: "",
    teammates: [],
    prize: null,
    acceleratorCompany: null,
    updates: [],
  });
  expect(Object.keys(submission)).toHaveLength(42);
  expect(submission).toMatchObject({
    demoVideoPublic: false,
    isUniversityProject: false,
    isSolanaMobile: false,
    acceleratorOptIn: null,
    website: null,
    surveyAnswers: null,
    eternalDetails: null,
    chains: [],
  });
});

describe("profiles", () => {
  const profile = {
    displayName: "Ada L",
    username: "ada",
    bio: "Bio",
    skills: ["Looms"],
    telegramHandle: "al",
  };

  it("are returned in full for the member, visible or not", async () => {
    const cofounderMatching = { hasProfile: true, publicPageUrl: "https://example.org/ada" };
    await at.save({
      email: "  ADA@Example.ORG ",
      profile: { ...profile, visible: false, cofounderMatching },
    });
    expect((await at.me(ada)).profile).toEqual({ ...noProfile, ...profile, cofounderMatching });
  });

  it("of teammates are returned in full when visible, else as two names; the entry supplies only names", async () => {
    const team = [
      { email: bob, displayName: "Bob as Ada says", username: "bobby" },
      { email: "cy@example.org", displayName: "Cy as Ada says", username: "cyc" },
      { email: "nobody@example.org", displayName: "Nobody" },
      { username: "no-address" },
      {},
    ];
    await at.save(
      { email: ada, entries: [entry("x", { team })] },
      { email: bob, profile: { ...profile, visible: true, displayName: null, username: "bob" } },
      { email: "cy@example.org", profile: { ...profile, displayName: "Cy", username: null } },
    );
    expect((await at.me(ada)).projects[0]!.teammates).toEqual([
      { ...noProfile, ...profile, displayName: "Bob as Ada says", username: "bob" },
      { displayName: "Cy", username: "cyc" },
      { displayName: "Nobody", username: null },
      { displayName: null, username: "no-address" },
      { displayName: null, username: null },
    ]);
  });

  it("contain no e-mail address in any field, for any member", async () => {
    const team = [{ email: bob, displayName: "B" }, { email: "hidden@example.org" }];
    await at.save(
      { email: ada, profile: { ...profile, visible: true }, entries: [entry("x", { team })] },
      { email: bob, profile: { ...profile, visible: true } },
    );
    for (const email of [ada, bob, "hidden@example.org"])
      expect(JSON.stringify(await at.me(email))).not.toContain("@");
  });
});

describe("entries", () => {
  it("are visible to the members of the team, each in their own role, and to no one else", async () => {
    const team = [{ email: bob }, { email: "co@example.org", role: "owner" as const }];
    await at.save({
      email: ada,
      profile: { username: "ada" },
      entries: [entry("x", { team, status: "draft" })],
    });
    const roles = async (email: string) => (await at.me(email)).projects.map(({ role }) => role);
    expect(await roles(ada)).toEqual(["owner"]);
    expect(await roles(bob)).toEqual(["member"]);
    expect(await roles("co@example.org")).toEqual(["owner"]);
    expect(await roles("other@example.org")).toEqual([]);
    expect((await at.me(bob)).projects[0]!.teammates).toEqual([
      { displayName: null, username: "ada" },
      { displayName: null, username: null },
    ]);
  });

  it("in several members' records are returned once: the member's own copy, else an owner's, else the first", async () => {
    const team = [{ email: "cy@example.org" }];
    const copies = (email: string, role: "owner" | "member") => ({
      email,
      entries: [
        entry("x", { name: `Entry of ${email}`, role, team: [...team, { email: ada }, { email: bob }] }),
      ],
    });
    await at.save(copies(bob, "owner"), copies(ada, "member"));
    expect(names(await at.me(ada))).toEqual([`of ${ada}`]);
    expect(names(await at.me(bob))).toEqual([`of ${bob}`]);
    expect(names(await at.me("cy@example.org"))).toEqual([`of ${bob}`]);
    await at.save(copies(bob, "member"));
    expect(names(await at.me("cy@example.org"))).toEqual([`of ${ada}`]);
    expect((await at.me(ada)).projects[0]).toMatchObject({ role: "member" });
  });

  it("are ordered newest first, by first import where undated, then by id", async () => {
    await at.save({
      email: ada,
      entries: [
        entry("b"),
        entry("old", { createdAt: "2020-01-01" }),
        entry("new", { createdAt: "2025-07-01T01:00:00+02:00" }),
        entry("a"),
      ],
    });
    expect(names(await at.me(ada))).toEqual(["new", "a", "b", "old"]);
    at.clock = new Date("2025-06-02T00:00:00.000Z");
    await at.save({
      email: ada,
      entries: [entry("a"), entry("later"), entry("b", { name: "Entry b renamed" })],
    });
    expect(names(await at.me(ada))).toEqual(["later", "a", "b renamed"]);
  });

  it("are removed with the record that held them, and are no longer visible to others", async () => {
    await at.save({ email: ada, entries: [entry("x", { team: [{ email: bob }] })] }, { email: bob });
    expect((await at.me(bob)).projects).toHaveLength(1);
    expect(await at.catalog.removeMember(ada)).toBe(true);
    expect((await at.me(bob)).projects).toEqual([]);
    expect(await at.catalog.removeMember(ada)).toBe(false);
  });

  it("are named as in the entry, else as in the catalog, else by slug", async () => {
    await at.declare({ slug: "jam", name: "Jam 2025" });
    const program = (slug: string, name?: string) => entry(slug + name, { program: { slug, name } });
    await at.save({ email: ada, entries: [program("jam"), program("jam", "Own"), program("other")] });
    expect((await at.me(ada)).projects.map(({ program: { name } }) => name).sort()).toEqual([
      "Jam 2025",
      "Own",
      "other",
    ]);
  });
});

describe("caps", () => {
  const many = (count: number, more: (index: number) => Partial<GivenEntry> = () => ({})) =>
    Array.from({ length: count }, (_, index) =>
      entry(`e${String(index).padStart(4, "0")}`, { createdAt: `${2000 + index}-01-01`, ...more(index) }),
    );
  const days = (count: number, start: number) =>
    Array.from({ length: count }, (_, index) => ({
      kind: "buildLog" as const,
      publishedAt: new Date(start + index * 86_400_000).toISOString(),
    }));

  it("return at most 200 projects, the newest, and report that there are more", async () => {
    await at.save({ email: ada, entries: many(200) });
    const whole = await at.me(ada);
    expect([whole.projects.length, whole.truncated.projects]).toEqual([200, false]);
    await at.save({ email: ada, entries: many(201) });
    const cut = await at.me(ada);
    expect([cut.projects.length, cut.truncated]).toEqual([200, { projects: true, updates: false }]);
    expect(names(cut).at(0)).toBe("e0200");
    expect(names(cut).at(-1)).toBe("e0001");
  });

  it("return at most 2,000 updates over all projects, the newest, and report that there are more", async () => {
    const early = Date.parse("2010-01-01");
    const late = Date.parse("2020-01-01");
    const save = (first: number) =>
      at.save({
        email: ada,
        entries: many(2, (index) => ({ updates: index ? days(1_200, early) : days(first, late) })),
      });
    await save(800);
    const whole = await at.me(ada);
    expect(whole.projects.map(({ updates }) => updates.length)).toEqual([1_200, 800]);
    expect(whole.truncated).toEqual({ projects: false, updates: false });
    await save(801);
    const cut = await at.me(ada);
    expect(cut.projects.map(({ updates }) => updates.length)).toEqual([1_199, 801]);
    expect(cut.truncated).toEqual({ projects: false, updates: true });
    // Only the oldest of all is cut off.
    expect(cut.projects[0]!.updates.at(-1)!.publishedAt).toBe(new Date(early + 86_400_000).toISOString());
  });

  it("do not count updates of projects that are cut off", async () => {
    const entries = many(201, (index) => ({ updates: index === 0 ? days(2_001, 0) : [] }));
    await at.save({ email: ada, entries });
    expect((await at.me(ada)).truncated).toEqual({ projects: true, updates: false });
  });

  it("equal sorting everything and cutting, for any entries and updates", async () => {
    const dates = fc.constantFrom("2024-01-01", "2024-01-01T00:00:00.001Z", "2024-06-01", "2025-01-01");
    const updates = fc.array(dates, { maxLength: 5 });
    const caps = fc.record({
      entries: fc.integer({ min: 1, max: 5 }),
      updates: fc.integer({ min: 1, max: 9 }),
    });
    const entries = fc.array(fc.record({ createdAt: dates, updates }), { maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(entries, caps, async (given, cap) => {
        const instant = (date: string) => new Date(date).toISOString();
        await at.save({
          email: ada,
          entries: given.map(({ createdAt, updates }, index) =>
            entry(`${index}`, {
              createdAt,
              updates: updates.map((publishedAt, number) => ({ kind: "hackathon", number, publishedAt })),
            }),
          ),
        });
        const newest = given
          .map((one, index) => ({ ...one, id: `${index}` }))
          .sort((a, b) =>
            instant(a.createdAt) < instant(b.createdAt) ? 1 : a.createdAt === b.createdAt ? 0 : -1,
          );
        const kept = newest.slice(0, cap.entries);
        const all = kept.flatMap(({ id, updates }, place) =>
          updates.map((publishedAt, number) => ({ id, place, number, publishedAt: instant(publishedAt) })),
        );
        all.sort(
          (a, b) =>
            Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || a.place - b.place || b.number - a.number,
        );
        const holdings = await at.catalog.memberHoldings(ada, cap);
        expect(holdings.more).toEqual({
          entries: given.length > cap.entries,
          updates: all.length > cap.updates,
        });
        expect(holdings.entries.map(({ record, updates }) => [record.name, updates])).toEqual(
          kept.map(({ id }) => [
            `Entry ${id}`,
            all
              .slice(0, cap.updates)
              .filter((update) => update.id === id)
              .map(({ number, publishedAt }) => ({ kind: "hackathon", number, publishedAt, links: [] })),
          ]),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("prizes", () => {
  const prize = { type: "TRACK_PRIZE", name: "First", placement: 1, amount: 100 };
  const shown = async () => (await at.me(ada)).projects[0]!.prize;

  it("are returned from the time of the announcement on", async () => {
    await at.declare({ slug: "jam", winnerAnnouncementDate: "2025-06-01T12:00:00.000Z" });
    await at.save({ email: ada, entries: [entry("x", { prize })] });
    expect(await shown()).toEqual({ ...prize, honorableMention: false });
    at.clock = new Date(at.clock.getTime() - 1);
    expect(await shown()).toBeNull();
  });

  it("are not returned while the date of announcement is unknown", async () => {
    await at.save({ email: ada, entries: [entry("x", { prize })] });
    expect(await shown()).toBeNull();
    await at.declare({ slug: "jam" });
    expect(await shown()).toBeNull();
  });

  it("may have their own date, which the program's date overrides", async () => {
    await at.save({ email: ada, entries: [entry("x", { prize: { ...prize, announcedAt: "2025-06-01" } })] });
    expect(await shown()).not.toBeNull();
    await at.save({ email: ada, entries: [entry("x", { prize: { ...prize, announcedAt: "2025-06-02" } })] });
    expect(await shown()).toBeNull();
    await at.save({ email: ada, entries: [entry("x", { prize: { ...prize, announcedAt: "2025-06-01" } })] });
    await at.declare({ slug: "jam", winnerAnnouncementDate: "2025-07-01" });
    expect(await shown()).toBeNull();
  });

  it("state whether they are an honorable mention", async () => {
    await at.declare({ slug: "jam", winnerAnnouncementDate: "2025-01-01" });
    await at.save({ email: ada, entries: [entry("x", { prize: { type: "HONORABLE_MENTION" } })] });
    expect(await shown()).toEqual({
      type: "HONORABLE_MENTION",
      name: null,
      placement: null,
      amount: null,
      honorableMention: true,
    });
    await at.save({
      email: ada,
      entries: [entry("x", { prize: { type: "OTHER", honorableMention: true } })],
    });
    expect(await shown()).toMatchObject({ type: "OTHER", honorableMention: true });
  });
});

describe("the current hackathon", () => {
  const jam = { slug: "jam", name: "Jam", startDate: "2025-05-01" };
  const registered = async (email: string) => (await at.me(email)).currentHackathon;

  it("is returned with whether the member registered or takes part", async () => {
    await at.declare(jam, { slug: "old", startDate: "2024-01-01" });
    const program = { slug: "jam" };
    await at.save(
      { email: ada, registrations: ["jam"] },
      { email: bob, registrations: ["old"], entries: [entry("x", { program: { slug: "old" } })] },
      { email: "draft@example.org", entries: [entry("y", { program, status: "draft" })] },
      { email: "eternal@example.org", entries: [entry("z", { program: { ...program, type: "eternal" } })] },
    );
    const current = { name: "Jam", slug: "jam" };
    expect(await registered(ada)).toEqual({ ...current, registered: true });
    expect(await registered(bob)).toEqual({ ...current, registered: false });
    expect(await registered("draft@example.org")).toEqual({ ...current, registered: true });
    expect(await registered("eternal@example.org")).toEqual({ ...current, registered: false });
    expect(await registered("nobody@example.org")).toEqual({ ...current, registered: false });
  });

  it("marks its entries; the entry of an eternal program is marked by its own field", async () => {
    await at.declare(jam);
    const eternal = (slug: string, current?: boolean) => ({ type: "eternal" as const, slug, current });
    await at.save({
      email: ada,
      entries: [
        entry("1", { program: { slug: "jam", current: false } }),
        entry("2", { program: { slug: "old", current: true } }),
        entry("3", { program: eternal("jam") }),
        entry("4", { program: eternal("forever", true) }),
      ],
    });
    expect((await at.me(ada)).projects.map(({ program }) => program.current)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

it("leaves the change counter unchanged: no publish is needed, and no snapshot is reloaded", async () => {
  const before = await at.catalog.changeCounter();
  await at.save({ email: ada, entries: [entry("x")] });
  await at.catalog.removeMember(ada);
  expect(await at.catalog.changeCounter()).toBe(before);
});
