/** Every filter of project search, alone and combined, with and without a query, compared with a loop over the demo. */
import { describe, expect, it } from "vitest";
import {
  type DemoProject,
  demoHackathons,
  demoProjects,
  newestFirst,
  slugsOf,
  tagKinds,
  toolKinds,
} from "./harness/demo-projects.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();

type Passes = (project: DemoProject) => boolean;
type Case = [name: string, request: { filters?: object; [field: string]: unknown }, passes: Passes];

const anyOf = (held: readonly string[], wanted: readonly string[]) =>
  wanted.some((key) => held.includes(key));
const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key);
/** About every second value, so that runs stay short and differ in their counts. */
const some = <T>(values: Iterable<T>, count = 4): T[] =>
  [...new Set(values)].filter((_, i) => i % 3 === 0).slice(0, count);

function eachOf(values: readonly string[], make: (value: string) => Case): Case[] {
  if (values.length === 0) throw new Error("the demo has no value for this filter");
  return values.map(make);
}

const filtered = (filters: object, passes: Passes): Case => [JSON.stringify(filters), { filters }, passes];

const hackathonCases: Case[] = [
  ...eachOf(slugsOf(demoHackathons), (slug) => [
    `hackathon ${slug}`,
    { hackathons: [slug] },
    ({ hackathon }) => hackathon.slug === slug,
  ]),
  [
    "two hackathons and an unknown one",
    { hackathons: ["commons-2024", "northwind-2025", "nowhere-1999"] },
    ({ hackathon }) => ["commons-2024", "northwind-2025"].includes(hackathon.slug),
  ],
];

const trackKeys = [...new Set(demoProjects.flatMap(({ tracks }) => keysOf(tracks)))];
const labelKeys = [...new Set(demoProjects.flatMap(({ labels }) => keysOf(labels)))];
const choiceCases: Case[] = [
  ...eachOf(trackKeys, (key) => [
    `track ${key}`,
    { trackKeys: [key] },
    ({ tracks }) => keysOf(tracks).includes(key),
  ]),
  [
    "two tracks",
    { trackKeys: trackKeys.slice(0, 2) },
    ({ tracks }) => anyOf(keysOf(tracks), trackKeys.slice(0, 2)),
  ],
  ...eachOf(labelKeys, (key) => [
    `label ${key}`,
    { labelKeys: [key] },
    ({ labels }) => keysOf(labels).includes(key),
  ]),
  [
    "two labels",
    { labelKeys: labelKeys.slice(0, 2) },
    ({ labels }) => anyOf(keysOf(labels), labelKeys.slice(0, 2)),
  ],
];

const primaryOf = ({ record }: DemoProject) => record.categories.primaryKey;
const categoriesOf = ({ record }: DemoProject) => [
  record.categories.primaryKey,
  record.categories.secondaryKey ?? "",
];
const categoryCases: Case[] = some(demoProjects.map(primaryOf), 12).flatMap((key) => [
  filtered({ categoryKeys: [key] }, (project) => primaryOf(project) === key),
  filtered({ categoryKeys: [key], includeSecondaryCategories: true }, (project) =>
    categoriesOf(project).includes(key),
  ),
  filtered({ categoryKeys: [key, "gaming"] }, (project) => [key, "gaming"].includes(primaryOf(project))),
]);

const typeOf = ({ prize }: DemoProject) => prize?.type ?? "";
const prizeCases: Case[] = [
  filtered({ winnersOnly: true }, ({ award }) => award === "winner"),
  filtered({ winnersOnly: false }, () => true),
  ...eachOf([...new Set(demoProjects.map(typeOf))].filter(Boolean), (type) =>
    filtered({ prizeTypes: [type] }, (project) => typeOf(project) === type),
  ),
  filtered({ prizeTypes: ["UNIVERSITY", "PUBLIC_GOODS"] }, (project) =>
    ["UNIVERSITY", "PUBLIC_GOODS"].includes(typeOf(project)),
  ),
  ...[1, 2, 3, 17].map((place) =>
    filtered({ prizePlacements: [place] }, ({ prize }) => prize?.placement === place),
  ),
  filtered({ prizePlacements: [1, 3] }, ({ prize }) => [1, 3].includes(prize?.placement ?? 0)),
];

const batchCases: Case[] = [
  filtered({ acceleratorOnly: true }, ({ record }) => record.accelerator !== undefined),
  filtered({ acceleratorOnly: false }, () => true),
  ...["accelerator/cohort-1", "accelerator/cohort-2"].map((key) =>
    filtered({ acceleratorBatchKeys: [key] }, ({ record }) => record.accelerator?.batchKey === key),
  ),
];

const flagCases: Case[] = [
  filtered({ isUniversityProject: true }, ({ record }) => record.isUniversityProject === true),
  filtered({ isUniversityProject: false }, ({ record }) => record.isUniversityProject !== true),
  filtered({ isSolanaMobile: true }, ({ record }) => record.isSolanaMobile === true),
  filtered({ isSolanaMobile: false }, ({ record }) => record.isSolanaMobile !== true),
  filtered({ isChainMobile: true }, ({ record }) => record.isSolanaMobile === true),
];

const tagCases: Case[] = tagKinds.flatMap((kind) => {
  const values = some(demoProjects.flatMap(({ record }) => record.tags[kind]));
  const holds =
    (wanted: string[]) =>
    ({ record }: DemoProject) =>
      anyOf(record.tags[kind], wanted);
  return [
    ...eachOf(values, (tag) => filtered({ [kind]: [tag] }, holds([tag]))),
    filtered({ [kind]: values }, holds(values)),
    // Written in another case.
    filtered({ [kind]: [` ${values[0]!.toUpperCase()} `] }, holds([values[0]!])),
  ];
});

const toolsOf = ({ record }: DemoProject, kind: (typeof toolKinds)[number]) =>
  (record.builtWith?.[kind] ?? []).map(({ name }) => name.trim().toLowerCase());
const toolCases: Case[] = [
  ...toolKinds.flatMap((kind) =>
    eachOf(
      some(
        demoProjects.flatMap((project) => toolsOf(project, kind)),
        3,
      ),
      (name) =>
        filtered({ builtWith: { [kind]: [`  ${name.toUpperCase()} `] } }, (project) =>
          toolsOf(project, kind).includes(name),
        ),
    ),
  ),
  filtered({ builtWith: { languages: ["rust", "Python"] } }, (project) =>
    anyOf(toolsOf(project, "languages"), ["rust", "python"]),
  ),
  filtered(
    { builtWith: { languages: ["typescript"], services: ["postgresql"] } },
    (project) =>
      toolsOf(project, "languages").includes("typescript") &&
      toolsOf(project, "services").includes("postgresql"),
  ),
];

const togetherCases: Case[] = [
  [
    "a hackathon, its winners, a tag",
    {
      hackathons: ["lattice-2024"],
      filters: { winnersOnly: true, techStack: ["rust", "typescript", "solidity"] },
    },
    ({ hackathon, award, record }) =>
      hackathon.slug === "lattice-2024" &&
      award === "winner" &&
      anyOf(record.tags.techStack, ["rust", "typescript", "solidity"]),
  ],
  [
    "a track and another hackathon: nothing",
    { hackathons: ["northwind-2025"], trackKeys: ["meridian-2023/payments"] },
    () => false,
  ],
  [
    "empty lists do not filter",
    { hackathons: [], trackKeys: [], filters: { techStack: [], builtWith: { chains: [] } } },
    () => true,
  ],
  [
    "repeated values count once",
    { hackathons: Array(10).fill("commons-2024") },
    ({ hackathon }) => hackathon.slug === "commons-2024",
  ],
];

const unknownCases: Case[] = [
  filtered({ clusterKeys: ["v1-c999999"] }, () => false),
  filtered({ acceleratorBatchKeys: ["accelerator/never"] }, () => false),
  filtered({ prizeTypes: ["track_prize"] }, () => false),
  filtered({ techStack: ["no such thing"] }, () => false),
  filtered({ builtWith: { chains: ["no such chain"] } }, () => false),
];

async function everyPage(request: object): Promise<{ slugs: string[]; totals: number[] }> {
  const slugs: string[] = [];
  const totals: number[] = [];
  for (let offset = 0, more = true; more; offset += 25) {
    const page = await service().searchProjects({ ...request, limit: 25, offset });
    slugs.push(...slugsOf(page.results));
    totals.push(page.totalFound);
    more = page.hasMore;
  }
  return { slugs, totals };
}

const groups: [string, Case[]][] = [
  ["hackathons", hackathonCases],
  ["tracks and labels", choiceCases],
  ["categories", categoryCases],
  ["prizes", prizeCases],
  ["accelerators", batchCases],
  ["flags", flagCases],
  ["tags", tagCases],
  ["tools", toolCases],
  ["filters together", togetherCases],
  ["unknown values", unknownCases],
];

describe.each(groups)("%s", (_group, cases) => {
  it.each(cases)(
    "%s: without a query exactly the matching projects, newest first",
    async (_name, request, passes) => {
      const { slugs, totals } = await everyPage(request);
      const expected = slugsOf(newestFirst(demoProjects.filter(passes)));
      expect(slugs).toEqual(expected);
      expect(new Set(totals)).toEqual(new Set([expected.length]));
    },
  );

  it("with a query: only matching projects, and none twice", async () => {
    for (const [, request, passes] of cases.slice(0, 6)) {
      const query = "open payments data for people who share work";
      const allowed = new Set(slugsOf(demoProjects.filter(passes)));
      const { slugs } = await everyPage({ ...request, query });
      expect(slugs.filter((slug) => !allowed.has(slug))).toEqual([]);
      expect(new Set(slugs).size).toBe(slugs.length);
    }
  });
});

describe("filters are echoed", () => {
  it("as applied: without duplicates and blanks, with the alias resolved", async () => {
    const { filtersApplied, diagnostics } = await service().searchProjects({
      hackathons: ["lattice-2024", "lattice-2024"],
      trackKeys: ["lattice-2024/gaming"],
      labelKeys: [],
      filters: {
        isChainMobile: false,
        winnersOnly: false,
        techStack: [],
        builtWith: { languages: [" Rust "] },
      },
      includeDiagnostics: true,
    });
    expect(filtersApplied).toEqual({
      hackathons: ["lattice-2024"],
      trackKeys: ["lattice-2024/gaming"],
      filters: { isSolanaMobile: false, winnersOnly: false, builtWith: { languages: ["Rust"] } },
    });
    expect(diagnostics!.effectiveFilters).toMatchObject({
      hackathons: ["lattice-2024"],
      isSolanaMobile: false,
    });
  });
});
