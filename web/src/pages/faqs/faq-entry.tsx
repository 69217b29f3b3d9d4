import type { Faq } from "../../../../src/contract/faqs.ts";
import { Badge } from "../../ui/badge.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { programNames } from "./programs.ts";

export function FaqEntry({ faq }: { faq: Faq }) {
  return (
    <details className="group border-line not-last:border-b">
      <summary className="flex items-center justify-between gap-4 px-5 py-3.5 hover:bg-hover max-sm:px-4">
        <span className="font-medium">{faq.question}</span>
        <Badge>{programNames[faq.program]}</Badge>
      </summary>
      <div className="max-w-3xl px-5 pb-5 max-sm:px-4">
        <Markdown text={faq.answer} />
        <p className="mt-3 text-sm">
          <OutsideLink url={faq.sourceUrl}>Source</OutsideLink>
        </p>
      </div>
    </details>
  );
}
