import DOMPurify from "dompurify";
import { useMemo } from "react";
import { markdownHtml } from "./markdown-html.ts";

/** The tags that `markdownHtml` emits; anything else that a parser bug lets through is removed here. */
const allowed = {
  ALLOWED_TAGS: [
    ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "ul", "ol", "li"],
    ...["strong", "em", "del", "a", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ALLOWED_ATTR: ["href", "target", "rel", "start"],
  ALLOWED_URI_REGEXP: /^https?:/i,
  ADD_URI_SAFE_ATTR: ["target", "rel", "start"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => ({ __html: DOMPurify.sanitize(markdownHtml(text), allowed) }), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned just above
  return <div className="prose" dangerouslySetInnerHTML={html} />;
}
