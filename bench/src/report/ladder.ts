/** How time, memory and disk grow with the archive, and with the projects. */
import type { ProjectRung, Rung } from "./results.ts";
import { table } from "./table.ts";

interface Measure<R> {
  what: string;
  unit: string;
  of(rung: R): number | null;
}

const measures: Measure<Rung>[] = [
  { what: "passages", unit: "", of: ({ operate }) => operate.holdings.chunks },
  { what: "full publish", unit: " s", of: ({ operate }) => operate.publish.seconds },
  { what: "its peak memory", unit: " MB", of: ({ operate }) => operate.publish.peakMemory },
  { what: "publish after 100 changed documents", unit: " s", of: ({ operate }) => operate.republish.seconds },
  { what: "catalog on disk", unit: " MB", of: ({ operate }) => operate.disk.catalog },
  { what: "snapshot on disk", unit: " MB", of: ({ operate }) => operate.disk.snapshot },
  { what: "server from cold to ready", unit: " s", of: ({ operate }) => operate.server.secondsToReady },
  { what: "server memory", unit: " MB", of: ({ operate }) => operate.server.memory },
  { what: "archive search, one thread, p50", unit: " ms", of: ({ archive }) => archive.latency.p50 },
  { what: "archive search, one thread, p95", unit: " ms", of: ({ archive }) => archive.latency.p95 },
  {
    what: "archive search, two worker threads, p50",
    unit: " ms",
    of: ({ archive }) => archive.served?.p50 ?? null,
  },
  {
    what: "archive search, two worker threads, p95",
    unit: " ms",
    of: ({ archive }) => archive.served?.p95 ?? null,
  },
];

const projectMeasures: Measure<ProjectRung>[] = [
  { what: "import", unit: " s", of: ({ operate }) => operate.import.seconds },
  { what: "full publish", unit: " s", of: ({ operate }) => operate.publish.seconds },
  { what: "its peak memory", unit: " MB", of: ({ operate }) => operate.publish.peakMemory },
  { what: "catalog on disk", unit: " MB", of: ({ operate }) => operate.disk.catalog },
  { what: "snapshot on disk", unit: " MB", of: ({ operate }) => operate.disk.snapshot },
  { what: "server from cold to ready", unit: " s", of: ({ operate }) => operate.server.secondsToReady },
  { what: "server memory", unit: " MB", of: ({ operate }) => operate.server.memory },
  { what: "search, all facets, p50", unit: " ms", of: ({ projects }) => projects.latency.p50 },
  { what: "search, all facets, p95", unit: " ms", of: ({ projects }) => projects.latency.p95 },
  { what: "browsing, all facets, p50", unit: " ms", of: ({ projects }) => projects.browsing.p50 },
  ...(["analyze", "compare", "getCluster", "listTopTechnologies"] as const).flatMap(
    (id): Measure<ProjectRung>[] => [
      {
        what: `${id}, random cohorts, p50`,
        unit: " ms",
        of: ({ analysis }) => analysis.operations[id]?.random.p50 ?? null,
      },
      {
        what: `${id}, all projects, p50`,
        unit: " ms",
        of: ({ analysis }) => analysis.operations[id]?.whole.p50 ?? null,
      },
    ],
  ),
];

export function ladderPart(ladder: readonly Rung[] | undefined): string[] {
  if (!ladder || ladder.length === 0) return [];
  return [
    "",
    "## Growth of the archive",
    "",
    "The same archive several times over, three words in ten replaced in each copy. The exponent is that of a power of the",
    "number of documents: 0 does not grow, 1 grows in proportion.",
    "",
    ...growth("documents", ladder, { sizeOf: ({ operate }) => operate.holdings.documents, measures }),
  ];
}

export function projectLadderPart(ladder: readonly ProjectRung[] | undefined): string[] {
  if (!ladder || ladder.length === 0) return [];
  return [
    "",
    "## Growth of the projects",
    "",
    "The same projects several times over, three words in ten replaced in each copy, which has hackathons of its own.",
    "",
    ...growth("projects", ladder, {
      sizeOf: ({ operate }) => operate.projects,
      measures: projectMeasures,
    }),
  ];
}

/** One column per size, and the exponent e of (size)^e between the first and the last. */
function growth<R>(
  what: string,
  ladder: readonly R[],
  { sizeOf, measures }: { sizeOf(rung: R): number; measures: readonly Measure<R>[] },
): string[] {
  const sizes = ladder.map(sizeOf);
  const rows = measures.map(({ what, unit, of }) => {
    const [from, to] = [of(ladder[0]!), of(ladder.at(-1)!)];
    const shown = ladder.map((rung) => {
      const value = of(rung);
      return value === null ? "–" : `${value.toPrecision(value < 10 ? 3 : 4).replace(/\.0+$/, "")}${unit}`;
    });
    const range = Math.log(sizes.at(-1)! / sizes[0]!);
    const exponent = from && to && range > 0 ? (Math.log(to / from) / range).toFixed(2) : "–";
    return [what, ...shown, exponent];
  });
  return table([what, ...sizes.map((size) => size.toLocaleString("en")), "exponent"], rows);
}
