import type { ReactNode } from "react";
import { type Tone, toneLook } from "./badge.tsx";
import { classes } from "./classes.ts";

interface BannerProps {
  tone: Tone;
  title?: ReactNode;
  /** A button or two. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A notice. Errors are announced to screen readers immediately. */
export function Banner({ tone, title, action, children }: BannerProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={classes(
        "flex flex-wrap items-center justify-between gap-3 rounded-xl px-4 py-3 text-sm",
        toneLook[tone],
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={title ? "mt-0.5" : undefined}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
