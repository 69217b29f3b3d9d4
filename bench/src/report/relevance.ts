/** How well each judged collection is answered, by channel. */
import { archiveChannels, projectChannels } from "../product/channels.ts";
import type { QualityByKind } from "../quality/judged.ts";
import type { Results } from "./results.ts";

interface Row {
  collection: string;
  kind: string;
  queries: number;
  cells: string[];
}

/** Missing channels are left empty. */
function rowsOf(
  collection: string,
  quality: Partial<Record<string, QualityByKind>>,
  channels: readonly string[],
): Row[] {
  const fused = quality.fused!;
  const cell = (channel: string, kind: string) => {
    const found = kind === "all" ? quality[channel] : quality[channel]?.kinds[kind];
    return found ? `${found.ndcg.toFixed(3)} / ${found.mrr.toFixed(3)}` : "";
  };
  const kinds = Object.keys(fused.kinds);
  return ["all", ...(kinds.length > 1 ? kinds : [])].map((kind) => ({
    collection,
    kind,
    queries: (kind === "all" ? fused : fused.kinds[kind]!).queries,
    cells: channels.map((channel) => cell(channel, kind)),
  }));
}

function tableOf(channels: readonly string[], rows: readonly Row[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const head = ["", "queries", "number", ...channels];
  return [
    line(head),
    line(head.map(() => "---")),
    ...rows.map(({ collection, kind, queries, cells }) => line([collection, kind, queries, ...cells])),
  ];
}

/** The chapter of the report; empty when nothing was judged. */
export function relevancePart({ demo, collections }: Results): string[] {
  const archives = [
    ...(demo ? rowsOf("the demo's archive", demo.archive, archiveChannels) : []),
    ...Object.entries(collections).flatMap(([name, { channels }]) => rowsOf(name, channels, archiveChannels)),
  ];
  const projects = demo ? rowsOf("the demo's projects", demo.projects, projectChannels) : [];
  if (archives.length + projects.length === 0) return [];
  return [
    "",
    "## Relevance",
    "",
    "nDCG@10 / MRR of judged queries. `documents`, `passages` and `words` are BM25 alone, `meaning` vectors alone, `text`",
    "the product without vectors, `fused` the product. Ranking weights were learned with queries of these collections",
    "among others; decision 15 reports each collection also with weights learned without it.",
    "",
    ...(archives.length > 0 ? tableOf(archiveChannels, archives) : []),
    "",
    ...(projects.length > 0 ? tableOf(projectChannels, projects) : []),
  ];
}
