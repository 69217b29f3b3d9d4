import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

export type ButtonKind = "primary" | "secondary" | "danger" | "quiet";

const looks: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover border-transparent",
  secondary: "bg-surface text-text hover:bg-hover border-line hover:border-edge",
  danger: "bg-danger text-on-danger hover:bg-danger-hover border-transparent",
  quiet: "bg-transparent text-text hover:bg-hover border-transparent",
};

export const buttonLook = (kind: ButtonKind): string =>
  classes(
    "inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3.5 py-1.5 text-sm font-medium",
    "whitespace-nowrap motion-safe:transition-colors disabled:cursor-not-allowed disabled:opacity-60 max-sm:min-h-11",
    looks[kind],
  );

interface ButtonProps extends ComponentProps<"button"> {
  kind?: ButtonKind;
  /** Shows a busy state and ignores further clicks; the width does not change. */
  busy?: boolean;
}

export function Button({ kind = "secondary", busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes(buttonLook(kind), busy && "motion-safe:animate-pulse", className)}
    >
      {children}
    </button>
  );
}
