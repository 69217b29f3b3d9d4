import { Link } from "@tanstack/react-router";
import { Banner } from "../../ui/banner.tsx";
import { formatInstant } from "../../ui/days.ts";

interface UnpublishedProps {
  since: string | null;
  /** Whether the server publishes by itself. */
  publishes: boolean;
}

/** Says that what can be searched is older than what was read; renders nothing otherwise. */
export function Unpublished({ since, publishes }: UnpublishedProps) {
  if (since === null) return null;
  return (
    <Banner
      tone="warning"
      title="What is searchable is older than what was read"
      action={
        <Link to="/console/corpus" className="font-medium underline">
          Publish
        </Link>
      }
    >
      Changes wait since {formatInstant(since)}.{" "}
      {publishes ? "The service publishes them soon." : "They become searchable with the next publish."}
    </Banner>
  );
}
