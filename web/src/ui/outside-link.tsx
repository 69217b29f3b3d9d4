import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** A link from untrusted text. Anything but an http or https URL is shown as text. */
export function OutsideLink({ url, children }: { url: string; children?: ReactNode }) {
  if (!isWeb(url)) return <span>{children ?? url}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-baseline gap-1 text-accent-text underline underline-offset-2 hover:no-underline"
    >
      {children ?? url}
      <Icon name="outside" className="size-3 self-center" />
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}
