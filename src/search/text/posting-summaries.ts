/** Greatest impacts of terms and of their windows, and impacts at a few ranks, from which searches take bounds. */
import { isRare, type PostingsArrays } from "./posting-layout.ts";

/** Ranks whose impact is stored per term: with k ≤ rank, a search may start at that threshold. */
export const thresholdRanks = [48, 144, 1024] as const;

type Summaries = Pick<PostingsArrays, "maxima" | "thresholds" | "windowMaxima">;

export function summarizeImpacts(
  {
    starts,
    places,
    windowEnds,
    impacts,
  }: Pick<PostingsArrays, "starts" | "places" | "windowEnds" | "impacts">,
  windowCount: number,
): Summaries {
  const summaries = {
    maxima: new Uint8Array(places.length),
    thresholds: new Uint8Array(places.length * thresholdRanks.length),
    windowMaxima: new Uint8Array(windowEnds.length),
  };
  const histogram = new Uint32Array(256);
  for (let term = 0; term < places.length; term++) {
    const ofTerm = impacts.subarray(starts[term], starts[term + 1]);
    histogram.fill(0);
    for (const impact of ofTerm) histogram[impact]!++;
    fillThresholds(histogram, summaries, term);
    if (isRare(places[term]!)) continue;
    const row = (places[term]! >>> 1) * windowCount;
    let at = 0;
    for (let window = row; window < row + windowCount; window++) {
      let greatest = 0;
      for (; at < windowEnds[window]!; at++) greatest = Math.max(greatest, ofTerm[at]!);
      summaries.windowMaxima[window] = greatest;
    }
  }
  return summaries;
}

function fillThresholds(
  histogram: Uint32Array,
  { maxima, thresholds }: Pick<Summaries, "maxima" | "thresholds">,
  term: number,
): void {
  let seen = 0;
  let rank = 0;
  for (let impact = 255; impact > 0 && rank < thresholdRanks.length; impact--) {
    if (histogram[impact] === 0) continue;
    if (seen === 0) maxima[term] = impact;
    seen += histogram[impact]!;
    while (rank < thresholdRanks.length && seen >= thresholdRanks[rank]!)
      thresholds[term * thresholdRanks.length + rank++] = impact;
  }
}
