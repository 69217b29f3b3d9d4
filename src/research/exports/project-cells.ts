/** A project as a row of a table. */
import type { ProjectSearchResult } from "../../contract/api/project.ts";
import type { CsvCell } from "../../contract/values/csv.ts";

/** Values of one cell are joined so; no tag, track or label contains it. */
const listed = (values: readonly string[] | undefined) => values?.join("; ") ?? "";

const columns: Record<string, (project: ProjectSearchResult) => CsvCell> = {
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  oneLiner: ({ oneLiner }) => oneLiner,
  similarity: ({ similarity }) => similarity,
  hackathon: ({ hackathon }) => hackathon.slug,
  hackathonName: ({ hackathon }) => hackathon.name,
  startDate: ({ hackathon }) => hackathon.startDate,
  tracks: ({ tracks }) => listed(tracks.map(({ name }) => name)),
  labels: ({ labels }) => listed(labels),
  award: ({ award }) => award,
  prizeType: ({ prize }) => prize?.type,
  prizeName: ({ prize }) => prize?.name,
  prizePlacement: ({ prize }) => prize?.placement,
  prizeAmount: ({ prize }) => prize?.amount,
  prizeTrack: ({ prize }) => prize?.trackName,
  category: ({ categories }) => categories?.primaryKey,
  secondCategory: ({ categories }) => categories?.secondaryKey,
  cluster: ({ cluster }) => cluster?.key,
  clusterLabel: ({ cluster }) => cluster?.label,
  crowdedness: ({ crowdedness }) => crowdedness,
  problemTags: ({ tags }) => listed(tags?.problemTags),
  solutionTags: ({ tags }) => listed(tags?.solutionTags),
  primitives: ({ tags }) => listed(tags?.primitives),
  techStack: ({ tags }) => listed(tags?.techStack),
  targetUsers: ({ tags }) => listed(tags?.targetUsers),
  accelerator: ({ accelerator }) => accelerator?.batchKey,
  team: ({ team }) => team.count,
  updates: ({ metrics }) => metrics.updatesCount,
  github: ({ links }) => links.github,
  demo: ({ links }) => links.demo,
  presentation: ({ links }) => links.presentation,
  technicalDemo: ({ links }) => links.technicalDemo,
  twitter: ({ links }) => links.twitter,
};

export const projectColumns: readonly string[] = Object.keys(columns);

/** In the order of {@link projectColumns}. */
export function projectCells(project: ProjectSearchResult): CsvCell[] {
  return Object.values(columns).map((cellOf) => cellOf(project));
}
