import DOMPurify from "dompurify";
import { type RefObject, useEffect, useMemo, useRef } from "react";
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

interface MarkdownProps {
  text: string;
  /** The level of the page's heading above it. */
  below?: number;
}

export function Markdown({ text, below = 1 }: MarkdownProps) {
  const root = useRef<HTMLDivElement>(null);
  const html = useMemo(
    () => ({ __html: DOMPurify.sanitize(markdownHtml(text, below), allowed) }),
    [text, below],
  );
  useReachableScrollers(root, html);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned just above
  return <div ref={root} className="prose" dangerouslySetInnerHTML={html} />;
}

/** Code and tables that are wider than the page scroll: they can then be reached with the keyboard. */
function useReachableScrollers(root: RefObject<HTMLElement | null>, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content has other scrollers
  useEffect(() => {
    const element = root.current;
    const scrollers = [...(element?.querySelectorAll<HTMLElement>("pre, table") ?? [])];
    if (element === null || scrollers.length === 0) return;
    const mark = () => {
      for (const one of scrollers)
        if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
        else one.removeAttribute("tabindex");
    };
    const watcher = new ResizeObserver(mark);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [root, content]);
}
