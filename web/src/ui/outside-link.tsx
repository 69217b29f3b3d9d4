import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";

/** Whether a browser may follow it: no script, no data. */
export const isWebUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** A link from untrusted text. Anything but an http or https URL is shown as text. */
export function OutsideLink({ url, children }: { url: string; children?: ReactNode }) {
  if (!isWebUrl(url)) return <span>{children ?? url}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-baseline gap-1 text-accent-text underline underline-offset-2 hover:no-underline"
    >
      {children ?? url}
      <ExternalLink className="size-3 shrink-0 self-center" aria-hidden="true" />
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}
