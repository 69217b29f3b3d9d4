/** GET /me: the demo's member, other members, and the limit. Access to drafts is tested in drafts.test.ts. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OperationOutput } from "../../src/contract/api/operations.ts";
import { run } from "./cli-harness.ts";
import { demoProjects, readLines } from "./harness/demo-projects.ts";
import { addMember, issueToken, priorart } from "./harness/prepare-demo.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useService } from "./harness/service.ts";

type Me = OperationOutput<"getMe">;
type MyProject = Me["projects"][number];

const service = useService();
const named = ({ projects }: Me, name: string): MyProject => projects.find((one) => one.name === name)!;

interface Given {
  email: string;
  profile: Record<string, unknown>;
  entries?: { name: string; submission?: object; updates?: object[]; createdAt: string }[];
}
const [demo, ...teammates] = readLines<Given>("members.jsonl") as [Given, ...Given[]];

describe("200", () => {
  it("returns the demo member's full profile, as imported", async () => {
    const { profile } = await service().get("getMe");
    const { visible, ...given } = demo.profile;
    expect(profile).toEqual(given);
    expect(Object.values(profile)).not.toContain(null);
    expect(profile.cofounderMatching).toEqual({ hasProfile: true, publicPageUrl: expect.any(String) });
  });

  it("returns all its projects, newest first: drafts, one submitted, one that won", async () => {
    const { projects, truncated } = await service().get("getMe");
    const newest = demo.entries!.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    expect(projects.map(({ name }) => name)).toEqual(newest.map(({ name }) => name));
    expect(truncated).toEqual({ projects: false, updates: false });
    expect(projects.map(({ status }) => status).sort()).toEqual(["draft", "draft", "submitted", "submitted"]);
    for (const [index, { submission, updates = [] }] of newest.entries()) {
      expect(projects[index]!.submission).toMatchObject(submission ?? {});
      expect(projects[index]!.updates).toHaveLength(updates.length);
    }
    for (const { updates } of projects) {
      const times = updates.map(({ publishedAt }) => Date.parse(publishedAt));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    }
  });

  it("agrees with the corpus on the winner, and names its accelerator company", async () => {
    const won = named(await service().get("getMe"), "Netforty");
    const { prize, hackathon, record } = demoProjects.find(({ slug }) => slug === won.slug)!;
    expect(won.prize).toEqual({
      type: prize!.type,
      name: prize!.name,
      amount: prize!.amount,
      placement: prize!.placement,
      honorableMention: false,
    });
    expect(won.program).toEqual({
      type: "hackathon",
      name: hackathon.name,
      slug: hackathon.slug,
      current: true,
    });
    expect(won.tracks).toEqual(record.tracks);
    expect(won.acceleratorCompany).toEqual({
      name: record.accelerator!.companyName,
      cohort: record.accelerator!.batchName,
    });
  });

  it("shows a teammate's profile if it is visible, else two names", async () => {
    const me = await service().get("getMe");
    const [gideon, mirela, hugo] = named(me, "Netforty").teammates;
    const visible = teammates.find(({ profile }) => profile.visible)!.profile;
    expect(gideon).toMatchObject({
      displayName: visible.displayName,
      bio: visible.bio,
      skills: visible.skills,
    });
    expect(mirela).toEqual({ displayName: "Mirela Stoica", username: "mirelas" });
    expect(hugo).toEqual({ displayName: "Hugo Lindqvist", username: "hugol" });
  });

  it("names the current hackathon, and whether the member is registered", async () => {
    const current = { name: "Northwind 2025", slug: "northwind-2025" };
    expect((await service().get("getMe")).currentHackathon).toEqual({ ...current, registered: true });
    const other = await service().get("getMe", { token: service().tokens.ada });
    expect(other.currentHackathon).toEqual({ ...current, registered: false });
  });

  it("contains no e-mail address", async () => {
    expect(JSON.stringify(await service().get("getMe"))).not.toContain("@");
  });

  it("is empty for an account without a record", async () => {
    const { profile, projects, truncated } = await service().get("getMe", { token: service().tokens.bob });
    expect(projects).toEqual([]);
    expect(truncated).toEqual({ projects: false, updates: false });
    const { cofounderMatching, lookingForCollab, ...rest } = profile;
    expect([lookingForCollab, cofounderMatching]).toEqual([
      false,
      { hasProfile: false, publicPageUrl: null },
    ]);
    for (const value of Object.values(rest)) expect([null, []]).toContainEqual(value);
  });

  it("is each member's own: a teammate sees the shared draft and nothing more", async () => {
    const token = await addMember(service().data, "Gideon@Netforty.example");
    const { profile, projects } = await service().get("getMe", { token });
    expect(profile).toMatchObject({ displayName: "Gideon Asare", city: "Accra" });
    expect(projects.map(({ name, role }) => [name, role])).toEqual([
      ["Tide Table", "member"],
      ["Netforty", "member"],
    ]);
    expect(projects[0]!.teammates).toMatchObject([{ username: "leonorv", city: "Lisbon" }]);
  });
});

it("changes with an import and with a removal, without a publish", async () => {
  const { data, tokens } = service();
  const file = join(data, "more.jsonl");
  const entry = { id: "late", name: "Late", program: { slug: "northwind-2025" }, status: "draft" };
  const slugs = async () =>
    (await service().get("getMe", { token: tokens.ada })).projects.map(({ name }) => name);
  await writeFile(file, JSON.stringify({ email: "ada@example.org", entries: [entry] }));
  await priorart(data, "import", "members", file);
  expect(await slugs()).toEqual(["Late"]);
  await priorart(data, "remove", "member", "Ada@example.org");
  expect(await slugs()).toEqual([]);
});

it("is not changed by records that break a rule; the exit code reports them", async () => {
  const { data, tokens } = service();
  const file = join(data, "broken.jsonl");
  await writeFile(file, '{"email": "ada"}\n{"email": "ada@example.org", "profile": {"city": "Turin"}}\n');
  const ended = await run(["import", "members", file, "--data", data, "--json"]);
  expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([1, { inserted: 1, rejected: 1 }]);
  expect((await service().get("getMe", { token: tokens.ada })).profile.city).toBe("Turin");
  expect((await run(["import", "members", `${file}.not`, "--data", data])).code).toBe(2);
  await priorart(data, "remove", "member", "ada@example.org");
  expect((await run(["remove", "member", "ada@example.org", "--data", data])).code).toBe(1);
});

it("needs no read scope, and the read scope is not enough", async () => {
  expect((await service().ask("getMe", { token: service().tokens.meOnly })).status).toBe(200);
  expect((await service().ask("getMe", { token: service().tokens.readOnly })).status).toBe(403);
});

describeRefusals({ service, id: "getMe", valid: {} });

describe("10 a minute, unless set otherwise", () => {
  const limited = useService({ env: { PRIORART_LIMIT_ME: "" } });

  it("then 429, for all tokens of the account and for no other operation or account", async () => {
    let token = limited().tokens.ada;
    for (let used = 1; used <= 10; used++) {
      if (used === 5) token = await issueToken(limited().data, "ada@example.org");
      const { status, headers } = await limited().ask("getMe", { token });
      expect(status).toBe(200);
      expect(headers.get("ratelimit-policy")).toBe('"me";q=10;w=60');
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"me";r=${10 - used};t=\\d+$`));
    }
    const refusal = await limited().refusal("getMe", { token });
    expect(outcome(refusal)).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await limited().ask("getFilters", { token })).status).toBe(200);
    expect((await limited().ask("getMe", { token: limited().tokens.bob })).status).toBe(200);
  });
});
