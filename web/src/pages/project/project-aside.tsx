import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ProjectDetails, TeamMember } from "../../../../src/contract/api/project.ts";
import type { Prize, ProjectCategories, Tags } from "../../../../src/contract/api/shared.ts";
import { useCategories } from "../../api/use-research.ts";
import { prizeTypeName } from "../../explore/facets/names.ts";
import { ordinal } from "../../explore/ordinal.ts";
import type { ProjectSearch } from "../../explore/project-search.ts";
import { countOf, formatDay } from "../../ui/days.ts";
import { OutsideLink } from "../../ui/outside-link.tsx";

const link = "font-medium text-accent-text underline underline-offset-2 hover:no-underline";

/** The facts about a project; each leads to the projects that share it. */
export function ProjectAside({ project }: { project: ProjectDetails }) {
  const { hackathon, tracks, labels, prize, accelerator, cluster, categories, tags, team } = project;
  return (
    <dl className="space-y-5 text-sm">
      <Fact term="Hackathon">
        <Projects search={{ hackathons: [hackathon.slug] }}>{hackathon.name}</Projects>
        {hackathon.startDate && <span className="block text-muted">{formatDay(hackathon.startDate)}</span>}
      </Fact>
      {prize && (
        <Fact term="Prize">
          <PrizeLines prize={prize} />
        </Fact>
      )}
      {tracks.length > 0 && (
        <Fact term={tracks.length === 1 ? "Track" : "Tracks"}>
          <ul>
            {tracks.map(({ key, name }) => (
              <li key={key}>
                <Projects search={{ trackKeys: [key] }}>{name}</Projects>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {labels.length > 0 && <Fact term="Labels">{labels.join(", ")}</Fact>}
      {accelerator && (
        <Fact term="Accelerator">
          {accelerator.companyName && <span className="font-medium">{accelerator.companyName}, </span>}
          <Projects search={{ acceleratorBatchKeys: [accelerator.batchKey] }}>
            {accelerator.batchName}
          </Projects>
        </Fact>
      )}
      {categories && <Category categories={categories} />}
      {cluster && (
        <Fact term="Cluster">
          <Link to="/clusters/$key" params={{ key: cluster.key }} className={link}>
            {cluster.label}
          </Link>
        </Fact>
      )}
      {tags && <TagFacts tags={tags} />}
      {(team.count > 0 || team.members.length > 0) && (
        <Fact term={`Team (${countOf(Math.max(team.count, team.members.length), "person", "people")})`}>
          <ul className="space-y-0.5">
            {team.members.map((member, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: members may have no name, and the list does not change
              <li key={at}>
                <Member member={member} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {(project.metrics?.updatesCount ?? 0) > 0 && (
        <Fact term="Updates">{countOf(project.metrics?.updatesCount ?? 0, "update")}</Fact>
      )}
      {project.freshness?.projectsSyncedAt && (
        <Fact term="Last import of projects">{formatDay(project.freshness.projectsSyncedAt)}</Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-0.5 text-xs font-medium text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Projects({ search, children }: { search: ProjectSearch; children: ReactNode }) {
  return (
    <Link to="/projects" search={search} className={link}>
      {children}
    </Link>
  );
}

function PrizeLines({ prize: { type, name, placement, amount, trackName } }: { prize: Prize }) {
  const facts = [
    placement !== null && `${ordinal(placement)} place`,
    amount?.toLocaleString("en"),
    trackName,
  ].filter(Boolean);
  return (
    <>
      <span className="font-medium">{name ?? prizeTypeName(type)}</span>
      {facts.length > 0 && <span className="block text-muted">{facts.join(" · ")}</span>}
    </>
  );
}

function Category({ categories }: { categories: ProjectCategories }) {
  const taxonomy = useCategories().data;
  const { primaryKey, secondaryKey, confidence } = categories;
  const all = taxonomy && [...taxonomy.categories, taxonomy.other, taxonomy.insufficientInformation];
  const labelOf = (key: string) => all?.find((category) => category.key === key)?.label ?? key;
  return (
    <Fact term="Category">
      <Projects search={{ categoryKeys: [primaryKey] }}>{labelOf(primaryKey)}</Projects>
      <span className="text-muted"> ({confidence} confidence)</span>
      {secondaryKey && (
        <span className="block text-muted">
          also{" "}
          <Projects search={{ categoryKeys: [secondaryKey], includeSecondaryCategories: true }}>
            {labelOf(secondaryKey)}
          </Projects>
        </span>
      )}
    </Fact>
  );
}

const tagTerms = {
  problemTags: "Problems",
  solutionTags: "Solutions",
  primitives: "Primitives",
  techStack: "Tech stack",
  targetUsers: "For",
} as const satisfies Record<keyof Tags, string>;

function TagFacts({ tags }: { tags: Tags }) {
  return (Object.keys(tagTerms) as (keyof Tags)[]).map((field) =>
    tags[field].length === 0 ? null : (
      <Fact key={field} term={tagTerms[field]}>
        <ul className="mt-1 flex flex-wrap gap-1.5">
          {tags[field].map((tag) => (
            <li key={tag} className="max-w-full">
              <Link
                to="/projects"
                search={{ [field]: [tag] }}
                className="inline-block max-w-full truncate rounded-md bg-sunken px-2 py-0.5 text-xs font-medium text-muted hover:bg-hover hover:text-text"
              >
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      </Fact>
    ),
  );
}

/** A name, and the account at GitHub where it is one that an address can contain. */
function Member({ member }: { member: TeamMember }) {
  const { displayName, username, githubHandle, twitterHandle } = member;
  const name = displayName ?? username ?? githubHandle ?? twitterHandle ?? "Unnamed";
  if (githubHandle && /^[A-Za-z0-9-]{1,39}$/.test(githubHandle))
    return <OutsideLink url={`https://github.com/${githubHandle}`}>{name}</OutsideLink>;
  return <>{name}</>;
}
