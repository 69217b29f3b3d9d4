import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "../../ui/problem.tsx";

interface SectionProps<Output> {
  id: string;
  title: string;
  /** In one line: what is shown, and of what. */
  lead?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  answer: UseQueryResult<Output>;
  /** Height of the placeholder, in lines. */
  lines?: number;
  children(output: Output): ReactNode;
}

/** A question of the check with its own loading and error state: one that fails leaves the others readable. */
export function Section<Output>(props: SectionProps<Output>) {
  const { id, title, lead, action, answer, lines = 6, children } = props;
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6">
      <div className="mb-4 flex break-after-avoid flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {lead && <p className="text-sm text-muted text-pretty">{lead}</p>}
        </div>
        {action}
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Placeholder lines={lines} />}
      {answer.data !== undefined && !answer.error && children(answer.data)}
    </section>
  );
}

function Placeholder({ lines }: { lines: number }) {
  return (
    <div role="status">
      <span className="sr-only">Loading …</span>
      <div aria-hidden="true" className="space-y-3 motion-safe:animate-pulse">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={line} className={`h-4 rounded bg-hover ${line % 3 === 2 ? "w-2/3" : "w-full"}`} />
        ))}
      </div>
    </div>
  );
}
