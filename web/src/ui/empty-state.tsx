import type { ReactNode } from "react";

/** Shown in place of an empty list: its purpose, and how to add the first entry. */
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
