import type { ResourcesResponse } from "../../../../src/contract/api/resources.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { useQueryValue } from "../../router/use-query-value.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDay, formatInstant } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Providers } from "./providers.tsx";
import { Sponsors } from "./sponsors.tsx";
import { Topics } from "./topics.tsx";

const shortestQuery = 2;

export function HackathonResources({ slug }: { slug: string }) {
  const [typed, setTyped] = useQueryValue("q");
  const [track, setTrack] = useQueryValue("track");
  const q = [...typed.trim()].length >= shortestQuery ? typed.trim() : undefined;
  const answer = useAnswer("getHackathonResources", {
    hackathon: slug,
    q,
    track: track === "" ? undefined : track,
  });
  /** The list of tracks is the same for any query or track. */
  const tracks = answer.data?.tracks ?? [];
  const isEmpty = answer.data?.query.matched === 0;
  return (
    <>
      {answer.data && <Overview resources={answer.data} />}
      <div className="flex flex-wrap gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SearchBox label="Search these resources" value={typed} maxLength={100} onChange={setTyped} />
        </div>
        {tracks.length > 0 && (
          <Segments
            label="Track"
            choices={[
              { value: "", label: "All tracks" },
              ...tracks.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={track}
            onChange={setTrack}
          />
        )}
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={8} />}
      {isEmpty && (
        <EmptyState title="Nothing matches">
          Try fewer or other words, or all tracks: every word must match.
        </EmptyState>
      )}
      {answer.data && !isEmpty && (
        <>
          <Sponsors sponsors={answer.data.sponsors} />
          <Topics topics={answer.data.topics} />
          <Providers providers={answer.data.rpcProviders} />
        </>
      )}
    </>
  );
}

function Overview({ resources }: { resources: ResourcesResponse }) {
  const { hackathon, eventDates, source } = resources;
  return (
    <Card
      title={hackathon.name}
      aside={hackathon.pageUrl && <OutsideLink url={hackathon.pageUrl}>Event page</OutsideLink>}
    >
      {eventDates && (
        <Facts
          facts={[
            ["Starts", formatDay(eventDates.startDate)],
            ["Submissions until", formatInstant(eventDates.submissionDeadline)],
            [
              "Winners",
              eventDates.winnerAnnouncementDate
                ? formatDay(eventDates.winnerAnnouncementDate)
                : "Not yet set",
            ],
          ]}
        />
      )}
      <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
        As of {formatInstant(source.fetchedAt)}
        {source.stale && <Badge tone="warning">Being refreshed</Badge>}
      </p>
    </Card>
  );
}
