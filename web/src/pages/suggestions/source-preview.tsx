import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { countOf, formatDay } from "../../ui/days.ts";
import { Problem } from "../../ui/problem.tsx";
import type { Connector } from "./describe-connector.ts";

/** The first documents of a source, read on request. */
export function SourcePreview({ connector }: { connector: Connector }) {
  const preview = useChange("previewSource");
  const shown = preview.variables?.connector === connector ? preview.data : undefined;
  return (
    <div className="space-y-3">
      <Button busy={preview.isPending} onClick={() => preview.mutate({ connector })}>
        Preview five documents
      </Button>
      <Problem error={preview.error} />
      {shown && (
        <section aria-label="Preview" className="space-y-3">
          {shown.failure !== null && (
            <p className="text-sm text-danger-text">It cannot be read: {shown.failure}.</p>
          )}
          {shown.documents.map(({ title, author, url, publishedAt, beginning, totalChars }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and nothing else names a document
            <article key={i} className="rounded-lg border border-line px-3 py-2">
              <h3 className="text-sm font-semibold">{title}</h3>
              <p className="flex flex-wrap gap-x-3 text-xs text-muted">
                {author && <span>{author}</span>}
                {publishedAt && <span>{formatDay(publishedAt)}</span>}
                <span>{countOf(totalChars, "character")}</span>
                {url && <span className="break-all">{url}</span>}
              </p>
              <p className="mt-1 line-clamp-3 text-sm whitespace-pre-line text-muted">{beginning}</p>
            </article>
          ))}
          {shown.problems.length > 0 && (
            <ul className="list-disc pl-5 text-sm text-muted">
              {shown.problems.slice(0, 5).map(({ item, message }) => (
                <li key={item} className="break-words">
                  {item}: {message}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}
