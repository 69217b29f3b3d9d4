import { isPriorArtError } from "@prior-art/client";
import { useParams } from "@tanstack/react-router";
import type { Cluster } from "../../../../src/contract/api/clusters.ts";
import { useFilters, useResearch } from "../../api/use-research.ts";
import { BarChart } from "../../charts/bar-chart.tsx";
import { ColumnChart } from "../../charts/column-chart.tsx";
import { formatShare } from "../../charts/numbers.ts";
import { AwardBadge } from "../../explore/award-badge.tsx";
import { bucketHref, type Dimension } from "../../explore/cohort.ts";
import { Crumbs } from "../../explore/crumbs.tsx";
import { clusterHref, projectHref, projectsHref } from "../../explore/hrefs.ts";
import { nearestOf } from "../../explore/nearest.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { plainText } from "../../explore/plain-text.ts";
import { hackathonsOf } from "../../explore/years.ts";
import { stringifySearch } from "../../router/search-params.ts";
import { buttonLook } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function ClusterPage() {
  const { key = "" } = useParams({ strict: false });
  const answer = useResearch("getCluster", { key }, { keepsPrevious: false });
  const isUnknown = isPriorArtError(answer.error) && [400, 404].includes(answer.error.status) && key !== "";
  if (isUnknown) return <UnknownCluster asked={key} />;
  if (answer.data === undefined)
    return (
      <Page title="Cluster" wide>
        <Problem error={answer.error} retry={() => void answer.refetch()} />
        {answer.isPending && <Skeleton lines={12} />}
      </Page>
    );
  return <Found cluster={answer.data} />;
}

function Found({ cluster }: { cluster: Cluster }) {
  const { key, label, summary, projectCount, winnerCount } = cluster;
  const all = useResearch("listClusters", {}, { staleTime: 300_000 });
  const filters = useFilters();
  const overview = all.data?.clusters.find((one) => one.key === key);
  const share = projectCount === 0 ? 0 : winnerCount / projectCount;
  return (
    <Page
      title={label}
      lead={summary}
      above={<Crumbs to="/clusters" name="Clusters" />}
      wide
      action={
        <div className="flex flex-wrap gap-2">
          <OwnLink href={`/landscape${stringifySearch({ only: key })}`} className={buttonLook("secondary")}>
            Show on the map
          </OwnLink>
          <OwnLink
            href={`/compare${stringifySearch({ "a.clusterKeys": key, "a.winnersOnly": true, "b.clusterKeys": key })}`}
            className={buttonLook("secondary")}
          >
            Compare its winners
          </OwnLink>
        </div>
      }
    >
      <dl className="grid grid-cols-[1fr_1.3fr_1fr] rounded-xl border border-line bg-surface">
        <Fact
          term="Projects"
          value={projectCount.toLocaleString("en")}
          href={projectsHref({ clusterKeys: [key] })}
        />
        <Fact
          term="Winners"
          value={`${winnerCount.toLocaleString("en")} (${formatShare(share)})`}
          href={projectsHref({ clusterKeys: [key], winnersOnly: true })}
        />
        <Fact term="Closeness" value={overview?.crowdedness.toFixed(2) ?? "–"} />
      </dl>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          {all.isPending ? (
            <Skeleton lines={5} />
          ) : (
            <ColumnChart
              title="By year"
              tall
              unit="projects"
              part="winners"
              columns={(overview?.byYear ?? []).map(({ year, projects, winners }) => {
                const slugs = hackathonsOf(year, filters.data?.hackathons ?? []);
                return {
                  key: String(year),
                  label: year === null ? "no date" : String(year),
                  count: projects,
                  part: winners,
                  href: slugs && projectsHref({ clusterKeys: [key], hackathons: slugs }),
                };
              })}
            />
          )}
        </Card>
        <Card
          title="Typical projects"
          aside={
            <OwnLink
              href={projectsHref({ clusterKeys: [key] })}
              className="text-sm text-accent-text hover:underline"
            >
              All {countOf(projectCount, "project")}
            </OwnLink>
          }
        >
          <ol className="-my-2 divide-y divide-line">
            {cluster.representativeProjects.map(({ slug, name, oneLiner, isWinner }) => (
              <li key={slug} className="py-2">
                <div className="flex items-baseline justify-between gap-3">
                  <OwnLink
                    href={projectHref(slug)}
                    className="min-w-0 font-medium hover:text-accent-text hover:underline"
                  >
                    {name}
                  </OwnLink>
                  {isWinner && <AwardBadge award="winner" prize={null} />}
                </div>
                {oneLiner && <p className="line-clamp-2 text-sm text-muted">{plainText(oneLiner)}</p>}
              </li>
            ))}
          </ol>
        </Card>
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        {(
          [
            ["problemTags", "Problems"],
            ["primitives", "Primitives"],
            ["techStack", "Tech stack"],
          ] as const
        ).map(([dimension, title]) => (
          <Tags key={dimension} cluster={cluster} dimension={dimension} title={title} />
        ))}
      </div>
    </Page>
  );
}

interface TagsProps {
  cluster: Cluster;
  dimension: Dimension & keyof Cluster["topTags"];
  title: string;
}

function Tags({ cluster: { key, projectCount, topTags }, dimension, title }: TagsProps) {
  const tags = topTags[dimension];
  if (tags.length === 0) return null;
  return (
    <Card>
      <BarChart
        title={title}
        unit="projects"
        bars={tags.map(({ tag, count }) => ({
          key: tag,
          label: tag,
          count,
          share: projectCount === 0 ? 0 : count / projectCount,
          href: bucketHref({ clusterKeys: [key] }, dimension, tag),
        }))}
      />
    </Card>
  );
}

function Fact({ term, value, href }: { term: string; value: string; href?: string }) {
  return (
    <div className="border-line px-5 py-4 not-first:border-l max-sm:px-4">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="mt-0.5 text-lg font-semibold tabular-nums max-sm:text-base">
        {href ? (
          <OwnLink href={href} className="hover:text-accent-text hover:underline">
            {value}
          </OwnLink>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}

function UnknownCluster({ asked }: { asked: string }) {
  const { data } = useResearch("listClusters", {}, { staleTime: 300_000 });
  const nearest = nearestOf(asked, data?.clusters ?? []);
  return (
    <Page title="No such cluster">
      <EmptyState title={`There is no cluster “${asked}” here`}>
        Clusters get new keys when a publish regroups the projects.
        {nearest && (
          <p className="mt-2">
            Did you mean{" "}
            <OwnLink href={clusterHref(nearest.key)} className="text-accent-text underline">
              {nearest.label} ({nearest.key})
            </OwnLink>
            ?
          </p>
        )}
        <p className="mt-3">
          <OwnLink href="/clusters" className="text-accent-text underline">
            Show all clusters
          </OwnLink>
        </p>
      </EmptyState>
    </Page>
  );
}
