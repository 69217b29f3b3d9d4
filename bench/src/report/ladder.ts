/** How time, memory and disk grow with the archive. */
import type { Rung } from "./results.ts";
import { table } from "./table.ts";

const measures: { what: string; unit: string; of(rung: Rung): number | null }[] = [
  { what: "passages", unit: "", of: ({ operate }) => operate.holdings.chunks },
  { what: "full publish", unit: " s", of: ({ operate }) => operate.publish.seconds },
  { what: "its peak memory", unit: " MB", of: ({ operate }) => operate.publish.peakMemory },
  { what: "publish after 100 changed documents", unit: " s", of: ({ operate }) => operate.republish.seconds },
  { what: "catalog on disk", unit: " MB", of: ({ operate }) => operate.disk.catalog },
  { what: "snapshot on disk", unit: " MB", of: ({ operate }) => operate.disk.snapshot },
  { what: "server from cold to ready", unit: " s", of: ({ operate }) => operate.server.secondsToReady },
  { what: "server memory", unit: " MB", of: ({ operate }) => operate.server.memory },
  { what: "archive search, p50", unit: " ms", of: ({ archive }) => archive.latency.p50 },
  { what: "archive search, p95", unit: " ms", of: ({ archive }) => archive.latency.p95 },
];

/** One column per size, and the exponent e of (size)^e between the first and the last. */
export function ladderPart(ladder: readonly Rung[] | undefined): string[] {
  const [first, last] = [ladder?.[0], ladder?.at(-1)];
  if (!ladder || !first || !last) return [];
  const sizes = ladder.map(({ operate }) => operate.holdings.documents);
  const rows = measures.map(({ what, unit, of }) => {
    const [from, to] = [of(first), of(last)];
    const shown = ladder.map((rung) => {
      const value = of(rung);
      return value === null ? "–" : `${value.toPrecision(value < 10 ? 3 : 4).replace(/\.0+$/, "")}${unit}`;
    });
    const growth = Math.log(sizes.at(-1)! / sizes[0]!);
    const exponent = from && to && growth > 0 ? (Math.log(to / from) / growth).toFixed(2) : "–";
    return [what, ...shown, exponent];
  });
  return [
    "",
    "## Growth of the archive",
    "",
    "The same archive several times over, three words in ten replaced in each copy. The exponent is that of a power of the",
    "number of documents: 0 does not grow, 1 grows in proportion.",
    "",
    ...table(["documents", ...sizes.map((size) => size.toLocaleString("en")), "exponent"], rows),
  ];
}
