import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface CardProps {
  title?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section className={classes("rounded-xl border border-line bg-surface p-5 max-sm:p-4", className)}>
      {(title || aside) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title && <h2 className="text-lg font-semibold">{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
