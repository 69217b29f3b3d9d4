/** Prior Art beside the peers. */
import type { PeerStanding, PeersResult } from "../stages/peers.ts";

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const mb = (value: number | null) => (value === null ? "–" : `${Math.round(value)} MB`);

function table(quality: string, standings: readonly PeerStanding[]): string[] {
  const [ours] = standings;
  const head = ["", "p50 / p95", "to ours", quality, "build", "on disk", "resident", "setting"];
  return [
    line(head),
    line(head.map(() => "---")),
    ...standings.map(({ name, version, setup, latency, setting, reached, ...rest }) =>
      line([
        name,
        `${latency.p50.toFixed(3)} / ${latency.p95.toFixed(3)}`,
        `×${(latency.p50 / ours!.latency.p50).toFixed(2)}`,
        `${rest.quality.toFixed(4)}${reached ? "" : " (cannot reach it)"}`,
        rest.build === null ? "–" : `${rest.build.toFixed(1)} s`,
        mb(rest.disk),
        mb(rest.memory),
        [version, setup, setting].filter((part) => part !== null).join("; "),
      ]),
    ),
  ];
}

function pairsPart(pairs: readonly PeerStanding[] = []): string[] {
  if (pairs.length === 0) return [];
  const about = "The same of pairs: a term that 5 to 50 chunks hold, and one that at least 5 % of all hold.";
  return [about, "", ...table("agreement with exact BM25", pairs), ""];
}

/** The chapter of the report; empty when the peers were not run. */
export function peersPart(result: PeersResult | undefined): string[] {
  if (!result) return [];
  return [
    "",
    `## Peers (${result.chunks} chunks)`,
    "",
    `Libraries in other languages, each in a process of its own that measures its own searches; ours in the process of the`,
    `bench. The same terms, vectors and ${result.queries} queries, top 10, one thread, one interleaved run for text, one for`,
    "pairs and one for vectors, which are at their fastest setting of those tried that reaches the wanted recall. Milliseconds.",
    "",
    ...table("agreement with exact BM25", result.text),
    "",
    ...pairsPart(result.pairs),
    ...table("recall@10", result.vector),
    ...Object.entries(result.missing).map(([key, why]) => `\nNot in this run: ${key} (${why}).`),
  ];
}
