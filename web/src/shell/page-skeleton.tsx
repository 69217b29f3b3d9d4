import { Skeleton } from "../ui/skeleton.tsx";

/** While the code of a page is being loaded: a title, a line under it, and the page. */
export function PageSkeleton() {
  return (
    <div className="mx-auto max-w-7xl">
      <div aria-hidden="true" className="mb-5 space-y-2.5 motion-safe:animate-pulse">
        <div className="h-7 w-44 rounded-md bg-hover" />
        <div className="h-4 w-96 max-w-full rounded bg-hover" />
      </div>
      <Skeleton lines={9} />
    </div>
  );
}
