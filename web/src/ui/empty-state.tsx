import type { ReactNode } from "react";

/** Where a list would be: what it is for, and what makes the first entry. */
export function EmptyState({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="rounded-xl border border-dashed border-edge px-6 py-10 text-center">
      <p className="font-semibold">{title}</p>
      <div className="mx-auto mt-1 max-w-md text-sm text-muted">{children}</div>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
