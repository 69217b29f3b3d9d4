import { Skeleton } from "../ui/skeleton.tsx";

/** While the code of a page is being loaded. */
export function PageSkeleton() {
  return (
    <div className="mx-auto max-w-4xl pt-2">
      <Skeleton lines={9} />
    </div>
  );
}
