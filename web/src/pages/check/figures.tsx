import type { ReactNode } from "react";
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import {
  crowdSentence,
  crowdWord,
  winnersSentence,
  yearsSentence,
} from "../../../../src/idea-check/words.ts";
import { formatCount, formatShare } from "../../charts/numbers.ts";
import { projectHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { checkHref } from "./state.ts";

interface FiguresProps {
  idea: string;
  neighbors: NeighborhoodResponse;
  /** What can be done with the answer. */
  actions: ReactNode;
}

/** The answer in one look: a verdict, its reasons, and four figures that lead to their lists. */
export function Figures({ idea, neighbors, actions }: FiguresProps) {
  const { total, winners, crowdedness, byYear } = neighbors;
  const [best] = neighbors.results;
  const years = yearsSentence(byYear);
  return (
    <div className="@container">
      <div className="grid rounded-xl border border-line bg-surface @3xl:grid-cols-[1fr_auto]">
        <h2
          tabIndex={-1}
          className="mx-5 mt-5 justify-self-start rounded-md text-xl font-semibold tracking-tight max-sm:mx-4 max-sm:mt-4"
        >
          {crowdWord(neighbors)}
        </h2>
        <div className="flex flex-wrap gap-2 px-5 py-4 max-sm:px-4 @max-3xl:order-last @max-3xl:border-t @max-3xl:border-line @3xl:justify-end @3xl:pb-0 @3xl:pl-0 print:hidden">
          {actions}
        </div>
        <div className="col-span-full px-5 pt-1 pb-5 max-sm:px-4 max-sm:pb-4">
          <p className="max-w-3xl text-pretty text-muted">
            {crowdSentence(neighbors)} {total > 0 && winnersSentence(neighbors)} {years}
          </p>
          {crowdedness.percentile !== null && total > 0 && <Scale percentile={crowdedness.percentile} />}
        </div>
        <dl className="col-span-full grid grid-cols-2 border-t border-line lg:grid-cols-4">
          <Figure
            term="Projects nearby"
            value={formatCount(total)}
            note={`similarity from ${neighbors.threshold.toFixed(2)}`}
            href={total > 0 ? "#who" : undefined}
          />
          <Figure
            term="Winners"
            value={formatCount(winners)}
            note={total === 0 ? undefined : `${formatShare(winners / total)} of them`}
            href={winners > 0 ? `${checkHref(idea, { winnersOnly: true })}#who` : undefined}
          />
          <Figure
            term="More crowded than"
            value={crowdedness.percentile === null ? "–" : `${Math.round(crowdedness.percentile)}%`}
            note={crowdedness.percentile === null ? "known after the next publish" : "of the projects here"}
            href={total > 0 ? "#crowded" : undefined}
          />
          <Figure
            term="Best match"
            value={best?.name ?? "–"}
            note={best && `similarity ${best.similarity.toFixed(2)}`}
            href={best && projectHref(best.slug)}
          />
        </dl>
      </div>
    </div>
  );
}

interface FigureProps {
  term: string;
  value: string;
  note?: string;
  href?: string;
}

function Figure({ term, value, note, href }: FigureProps) {
  return (
    <div className="min-w-0 border-line p-5 not-first:border-l max-lg:nth-3:border-l-0 max-lg:nth-[n+3]:border-t max-sm:p-4">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="mt-1">
        <span className="line-clamp-2 text-xl font-semibold tabular-nums max-sm:text-lg" title={value}>
          {href?.startsWith("#") ? (
            <a href={href} className="hover:text-accent-text hover:underline">
              {value}
            </a>
          ) : href ? (
            <OwnLink href={href} className="hover:text-accent-text hover:underline">
              {value}
            </OwnLink>
          ) : (
            value
          )}
        </span>
        {note && <span className="text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}

/** Where the idea stands among the projects here, by the number of its neighbors. */
function Scale({ percentile }: { percentile: number }) {
  return (
    <div aria-hidden="true" className="mt-4 max-w-xl">
      <div className="relative h-1.5 rounded-full bg-hover">
        <div className="h-full rounded-full bg-accent" style={{ width: `${percentile}%` }} />
        <div
          data-testid="median"
          className="absolute -bottom-1.5 left-1/2 h-1.5 w-px -translate-x-1/2 bg-edge"
        />
        <div
          className="absolute top-1/2 size-3.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
          style={{ left: `${percentile}%` }}
        />
      </div>
      <div className="mt-1.5 grid grid-cols-3 text-xs text-muted">
        <span>fewest neighbors</span>
        <span className="text-center">median</span>
        <span className="text-right">most</span>
      </div>
    </div>
  );
}
