import { ChevronDown } from "lucide-react";
import type { Faq } from "../../../../src/contract/api/faqs.ts";
import { Badge } from "../../ui/badge.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { programNames } from "./programs.ts";

/** Collapsed by default. `named`: also shows its program. */
export function FaqEntry({ faq, named }: { faq: Faq; named: boolean }) {
  return (
    <details className="group border-line not-last:border-b">
      <summary className="flex items-center gap-3 px-5 py-3 hover:bg-hover max-sm:px-4">
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 -rotate-90 text-muted group-open:rotate-0"
        />
        <span className="flex-1 font-medium">{faq.question}</span>
        {named && (
          <span className="max-sm:hidden">
            <Badge>{programNames[faq.program]}</Badge>
          </span>
        )}
      </summary>
      <div className="max-w-3xl pt-2 pr-5 pb-5 pl-12 max-sm:px-4">
        <Markdown text={faq.answer} />
        <p className="mt-3 text-sm">
          <OutsideLink url={faq.sourceUrl}>Source</OutsideLink>
        </p>
      </div>
    </details>
  );
}
