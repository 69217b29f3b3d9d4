/** No caller can read another member's drafts: every operation is used to search for a draft with unique words. */
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Operation, type OperationId, operationList } from "../../src/contract/api/operations.ts";
import { doubtAddress } from "./harness/account-rows.ts";
import { addMember, priorart } from "./harness/prepare-demo.ts";
import { type Call, type Service, useService } from "./harness/service.ts";

/** The first is sent, the second must not be returned: a response may echo what the caller sent. */
const sent = "zanzibarquill";
const hidden = "obsidianferret";
const both = `${sent} ${hidden}`;
const slug = `${sent}-${hidden}`;
const owner = "owner@example.org";

/** Occurs in a public project in the same fields, to show that the searches work. */
const open = "marigoldanvil";

const texts = (fields: string, text: string) =>
  Object.fromEntries(fields.split(" ").map((field) => [field, text]));
const member = {
  email: owner,
  profile: {
    visible: true,
    ...texts("displayName username bio city country currentPosition lookingToBuild githubHandle", both),
    skills: [both],
  },
  registrations: [slug],
  entries: [
    {
      id: both,
      name: both,
      slug,
      publicPageUrl: `https://example.org/${slug}`,
      program: { slug, name: both },
      status: "draft",
      tracks: [both],
      description: both,
      team: [{ displayName: both, username: both }],
      prize: { type: both, name: both, announcedAt: "2020-01-01" },
      acceleratorCompany: { name: both, cohort: both },
      updates: [{ kind: "hackathon", publishedAt: "2025-06-01", links: [`https://example.org/${slug}`] }],
      submission: {
        ...texts("category website repoLink whatBuilding whyNow technologies traction competition", both),
        chains: [both],
        surveyAnswers: { [both]: both },
        eternalDetails: { targetAudience: both },
      },
    },
    // A draft with the slug of a public project adds nothing to it.
    { id: "linked", name: both, slug: open, program: { slug: "jam" }, status: "draft", description: both },
  ],
};
const project = { slug: open, name: `A ${open}`, description: `About ${open}`, hackathon: { slug: "jam" } };

let ownToken: string;
const service = useService({
  arrange: async (data) => {
    for (const [kind, record] of [
      ["projects", project],
      ["members", member],
    ] as const) {
      const file = join(data, `${kind}.jsonl`);
      await writeFile(file, JSON.stringify(record));
      await priorart(data, "import", kind, file);
    }
    ownToken = await addMember(data, owner);
    await priorart(data, "publish");
  },
});

/** Existing values for path parameters. */
const existing: Partial<Record<OperationId, (service: Service) => Promise<Record<string, string>>>> = {
  getProject: async () => ({ slug: open }),
  similarProjects: async () => ({ slug: open }),
  getCluster: async (service) => ({ key: (await service.get("getFilters")).clusters[0]!.key }),
  readDocument: async (service) => {
    const { results } = await service.searchArchives({ query: "payments" });
    return { documentId: results[0]!.documentId };
  },
  similarDocuments: async (service) => {
    const { results } = await service.searchArchives({ query: "payments" });
    return { documentId: results[0]!.documentId };
  },
  getFaq: async (service) => {
    const { program, id } = (await service.get("getFaqs")).faqs[0]!;
    return { program, id };
  },
};

/** Requests that use what may be known of the draft. The first is an ordinary request that succeeds. */
async function attempts(operation: Operation & { id: OperationId }): Promise<Call[]> {
  const params = await existing[operation.id]?.(service());
  if (operation.path.includes(":") && params === undefined)
    throw new Error(`say in "existing" what ${operation.id} can be asked for`);
  if (operation.method === "GET") {
    const strange = Object.keys(params ?? {}).map((name) => ({ params: { ...params, [name]: sent } }));
    const searches = ["q", "query", "hackathon", "slug", "email", "user"].map((name) => `${name}=${sent}`);
    return [
      { params },
      ...strange,
      ...searches.map((search) => ({ params, search })),
      { params, search: `email=${owner}` },
    ];
  }
  const json = operation.example!;
  return [{ json }, { json: replaceTexts(json) }, ...(special[operation.id] ?? []).map((json) => ({ json }))];
}

function replaceTexts(value: unknown): unknown {
  if (typeof value === "string") return sent;
  if (Array.isArray(value)) return value.map(replaceTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceTexts(member)]));
}

const everything = { includeFacets: true, includeDiagnostics: true, limit: 25 };
const cohort = { hackathons: [sent] };
const special: Partial<Record<OperationId, object[]>> = {
  searchProjects: [
    { query: sent, ...everything },
    { query: `${sent} draft`, ...everything, diversify: true },
    { hackathons: [sent], ...everything },
    { trackKeys: [`${sent}/${sent}`], ...everything },
    { filters: { techStack: [sent], builtWith: { chains: [sent] }, prizeTypes: [sent] }, ...everything },
    // All pages of all results.
    ...Array.from({ length: 8 }, (_, page) => ({ ...everything, offset: 25 * page })),
  ],
  searchArchives: [
    { query: sent, intent: "ideation" },
    { query: sent, minSimilarity: 0, limit: 10 },
  ],
  analyze: [
    { cohort, dimensions: ["tracks", "clusters", "problemTags", "techStack"] },
    {
      cohort: {},
      dimensions: ["tracks", "problemTags", "solutionTags", "primitives", "techStack"],
      topK: 20,
    },
  ],
  compare: [{ cohortA: cohort, cohortB: {}, dimensions: ["tracks", "clusters", "techStack"], topK: 20 }],
  listTopTechnologies: [{ topK: 50 }],
};

describe("a draft", () => {
  it("is shown to its owner", async () => {
    const { projects } = await service().get("getMe", { token: ownToken });
    expect(projects.map(({ name, status }) => [name, status])).toEqual([
      [both, "draft"],
      [both, "draft"],
    ]);
  });

  it.each(operationList.map((operation) => [operation.id, operation] as const))(
    "is shown to no one else by %s, for any request with any token",
    async (id, operation) => {
      const calls = await attempts(operation);
      const tokens: (string | null)[] = [...Object.values(service().tokens), null];
      let answered = 0;
      for (const token of tokens) {
        for (const [index, call] of calls.entries()) {
          const answer = await service().ask(id, { ...call, token });
          expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain(hidden);
          if (index === 0 && answer.status === operation.successStatus) answered++;
        }
      }
      // The ordinary request succeeded with every token that has the scope: not everything was refused.
      expect(answered).toBeGreaterThanOrEqual(tokens.length - 2);
    },
  );

  it("is not a project: its slug answers like an unknown one", async () => {
    const asked = await service().refusal("getProject", { params: { slug } });
    const never = await service().refusal("getProject", { params: { slug: "never-given" } });
    expect([asked.status, asked.error.replaceAll(slug, "…")]).toEqual([
      404,
      never.error.replaceAll("never-given", "…"),
    ]);
  });

  it("creates no hackathon, track or tag, and is counted nowhere", async () => {
    const { hackathons, tracks } = await service().get("getFilters");
    expect(hackathons.map(({ slug }) => slug)).not.toContain(slug);
    expect(hackathons.find(({ slug }) => slug === "jam")).toMatchObject({ projectCount: 1 });
    expect(JSON.stringify(tracks)).not.toContain(sent);
  });
});

describe("published files", () => {
  const filesUnder = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  let files: Buffer[];
  beforeAll(() => {
    const { data } = service();
    files = ["segments", "snapshots"]
      .flatMap((name) => filesUnder(join(data, name)))
      .map((path) => readFileSync(path));
  });
  const holding = (word: string) => files.filter((bytes) => bytes.includes(word)).length;

  it("contain no word of it, nor its owner's address, though they contain those of projects", () => {
    expect(holding(open)).toBeGreaterThan(0);
    expect([holding(hidden), holding(sent), holding(owner)]).toEqual([0, 0, 0]);
  });
});

it("is not shown to an unverified account with the owner's address", async () => {
  doubtAddress(service().data, owner);
  const refusal = await service().refusal("getMe", { token: ownToken });
  expect(refusal.status).toBe(403);
  expect(refusal.error).not.toContain(sent);
});

it("is not in any log", () => {
  expect(service().log).toContain("/me");
  for (const word of [hidden, sent, owner]) expect(service().log).not.toContain(word);
});
