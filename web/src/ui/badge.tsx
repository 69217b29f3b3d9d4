import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

export const toneLook: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent-text",
  success: "bg-success-soft text-success-text",
  warning: "bg-warning-soft text-warning-text",
  danger: "bg-danger-soft text-danger-text",
};

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-block max-w-full rounded-md px-2 py-0.5 text-xs font-medium sm:wrap-normal",
        toneLook[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A row of short labels, such as tags. */
export function Badges({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name}>
          <Badge>{name}</Badge>
        </li>
      ))}
    </ul>
  );
}
