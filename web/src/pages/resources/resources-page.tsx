import { useAnswer } from "../../api/use-operation.ts";
import { useQueryValue } from "../../router/use-query-value.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { HackathonResources } from "./hackathon-resources.tsx";

export function ResourcesPage() {
  const known = useAnswer("listResourceHackathons", {});
  const [chosen, setChosen] = useQueryValue("hackathon");
  const hackathons = known.data?.hackathons ?? [];
  const shown =
    hackathons.find(({ slug }) => slug === chosen) ??
    hackathons.find(({ current }) => current) ??
    hackathons[0];
  return (
    <Page
      title="Resources"
      lead="What sponsors and organizers offer at a hackathon: documentation, tools, providers."
      action={
        hackathons.length > 1 && (
          <Select
            label="Hackathon"
            choices={hackathons.map(({ slug, name, current }) => ({
              value: slug,
              // It may have ended: the service then names the one that started last.
              label: current ? `${name} (latest)` : name,
            }))}
            value={shown?.slug ?? ""}
            onChange={setChosen}
          />
        )
      }
    >
      <Problem error={known.error} retry={() => void known.refetch()} />
      {known.isPending && <Skeleton lines={8} />}
      {known.data && shown === undefined && (
        <EmptyState title="No resources yet">
          The operator of this service can import them for a hackathon, or name a feed to fetch them from.
        </EmptyState>
      )}
      {shown && <HackathonResources key={shown.slug} slug={shown.slug} />}
    </Page>
  );
}
