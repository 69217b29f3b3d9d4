/** For tests and measurements: any number of projects with varied fields, deterministic. */
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { seededRandom } from "../../search/random.ts";
import { projectOf, taxonomy } from "./project-index.case.ts";
import type { SegmentProject } from "./project-input.ts";

const words = (
  "wallet escrow invoice market clinic vendor ledger bridge oracle rescue pupil harvest sensor grid tutor parcel " +
  "recipe archive court ballot compost turbine lender insurer roster dispatch proof signer relay mesh beacon"
).split(" ");
const hackathons = [
  { slug: "spring-2023", name: "Spring 2023", startDate: "2023-04-01" },
  { slug: "autumn-2023", name: "Autumn 2023", startDate: "2023-10-09" },
  { slug: "open-week", name: "Open Week", startDate: null },
  { slug: "summer-2024", name: "Summer 2024", startDate: "2024-07-15T09:00:00Z" },
];
const prizeTypes = ["GRAND_PRIZE", "TRACK_PRIZE", "HONORABLE_MENTION"];
const tools = ["Rust", "rust ", "TypeScript", "React", "Postgres", "Anchor"];

export function randomProjects(count: number, seed: number): SegmentProject[] {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const some = <T>(list: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: below(most + 1) }, () => pick(list))),
  ];
  const text = (length: number) => Array.from({ length }, () => pick(words)).join(" ");
  const prize = (): NonNullable<ProjectRecord["prize"]> => ({
    type: pick(prizeTypes),
    placement: random() < 0.7 ? 1 + below(4) : null,
    amount: random() < 0.6 ? 100 * below(50) : null,
  });
  const tagged = () => some(words, 4);
  const used = () => some(tools, 3).map((name) => ({ name }));
  return Array.from({ length: count }, (_, i) =>
    projectOf({
      slug: `project-${i}`,
      name: `${text(2)} ${i}`,
      oneLiner: random() < 0.7 ? text(6) : null,
      description: random() < 0.8 ? text(20 + below(150)) : null,
      ...(random() < 0.9 && { hackathon: pick(hackathons) }),
      ...(random() < 0.5 && { tracks: some(["Payments", "Open Data", "Health"], 2) }),
      ...(random() < 0.3 && { labels: some(["Agents", "Climate"], 2) }),
      ...(random() < 0.4 && { prizes: Array.from({ length: 1 + below(3) }, prize) }),
      ...(random() < 0.1 && {
        accelerator: {
          companySlug: `company-${below(9)}`,
          batchKey: `accelerator/${pick(["one", "two"])}`,
          batchName: "Batch",
        },
      }),
      ...(random() < 0.8 && {
        tags: {
          problemTags: tagged(),
          solutionTags: tagged(),
          primitives: tagged(),
          techStack: tagged(),
          targetUsers: tagged(),
        },
      }),
      ...(random() < 0.6 && {
        categories: {
          primaryKey: pick(taxonomy.categories).key,
          secondaryKey: random() < 0.5 ? pick(taxonomy.categories).key : null,
          confidence: "high",
        },
      }),
      ...(random() < 0.5 && {
        builtWith: {
          schemaVersion: 1,
          languages: used(),
          frameworks: used(),
          chains: [],
          protocols: [],
          services: used(),
          tooling: [],
          standards: [],
        },
      }),
      isUniversityProject: pick([true, false, null]),
      isSolanaMobile: random() < 0.2,
      createdAt: new Date(Date.UTC(2024, below(12), 1 + below(28))).toISOString(),
    }),
  );
}
