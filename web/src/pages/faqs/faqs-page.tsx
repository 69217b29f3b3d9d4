import { useAnswer } from "../../api/use-operation.ts";
import { useQueryValue } from "../../router/use-query-value.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FaqEntry } from "./faq-entry.tsx";
import { asProgram, programChoices } from "./programs.ts";

/** Shorter queries are refused by the service: until then, all entries are shown. */
const shortestQuery = 2;

export function FaqsPage() {
  const [typed, setTyped] = useQueryValue("q");
  const [chosen, setChosen] = useQueryValue("program");
  const q = [...typed.trim()].length >= shortestQuery ? typed.trim() : undefined;
  const program = asProgram(chosen);
  const answer = useAnswer("findFaqs", { q, program });
  const faqs = answer.data?.faqs ?? [];
  const hasAny = answer.data?.programs.some(({ count }) => count > 0) ?? true;
  return (
    <Page title="FAQs" lead="Questions about the programs, with their answers.">
      <div className="flex flex-wrap gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SearchBox label="Search questions and answers" value={typed} maxLength={200} onChange={setTyped} />
        </div>
        <Segments label="Program" choices={programChoices} value={program ?? ""} onChange={setChosen} />
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={8} />}
      {answer.data && faqs.length === 0 && (
        <EmptyState title={hasAny ? "No question matches" : "No FAQs yet"}>
          {hasAny
            ? "Try fewer or other words, or all programs."
            : "The operator of this service can import them."}
        </EmptyState>
      )}
      {faqs.length > 0 && (
        <div className="overflow-hidden rounded-xl border border-line bg-surface">
          {faqs.map((faq) => (
            <FaqEntry key={`${faq.program}/${faq.id}`} faq={faq} named={program === undefined} />
          ))}
        </div>
      )}
      <p role="status" className="text-sm text-muted">
        {answer.data && faqs.length > 0 && `${faqs.length} of ${total(answer.data.programs)} questions`}
      </p>
    </Page>
  );
}

const total = (programs: readonly { count: number }[]): number =>
  programs.reduce((sum, { count }) => sum + count, 0);
