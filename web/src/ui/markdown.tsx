import DOMPurify from "dompurify";
import { marked } from "marked";
import { useMemo } from "react";

/** Text, lists, tables, code and links. No pictures: they would be asked of another host. */
const allowed = {
  ALLOWED_TAGS: [
    ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "ul", "ol", "li"],
    ...["strong", "em", "del", "a", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  ALLOWED_ATTR: ["href", "title", "start"],
  ALLOWED_URI_REGEXP: /^https?:/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Safe to be put into a page, whatever the text holds. */
export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true });
  const fragment = DOMPurify.sanitize(html, {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  });
  for (const link of fragment.querySelectorAll("a[href]")) {
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer");
  }
  const holder = document.createElement("div");
  holder.append(fragment);
  return holder.innerHTML;
}

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => ({ __html: renderMarkdown(text) }), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned just above
  return <div className="prose" dangerouslySetInnerHTML={html} />;
}
