import { isPriorArtError } from "@prior-art/client";
import { CatchBoundary, type ErrorComponentProps, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { ProjectDetails } from "../../../../src/contract/api/project.ts";
import { useResearch } from "../../api/use-research.ts";
import { AddToShortlist } from "../../explore/add-to-shortlist.tsx";
import { AwardBadge } from "../../explore/award-badge.tsx";
import { plainText } from "../../explore/plain-text.ts";
import { recall } from "../../explore/recent.ts";
import { ToProjects } from "../../explore/to-list.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BuiltWith } from "./built-with.tsx";
import { Evidence } from "./evidence.tsx";
import { InArchive } from "./in-archive.tsx";
import { ProjectAside } from "./project-aside.tsx";
import { ProjectLinks } from "./project-links.tsx";
import { SimilarProjects } from "./similar-projects.tsx";
import { UnknownProject } from "./unknown-project.tsx";

/** One project in full. */
export function ProjectPage() {
  const { slug } = useParams({ from: "/projects/$slug" });
  const answer = useResearch("getProject", { slug }, { keepsPrevious: false });
  if (isPriorArtError(answer.error, "NOT_FOUND")) return <UnknownProject slug={slug} />;
  if (answer.data === undefined) {
    return (
      <Page
        title={answer.isPending ? "Project" : "This project could not be read"}
        above={<ToProjects />}
        wide
      >
        {answer.isPending ? (
          <Skeleton lines={12} />
        ) : (
          <Problem error={answer.error} retry={() => void answer.refetch()} />
        )}
      </Page>
    );
  }
  return <Project key={slug} project={answer.data} />;
}

function Project({ project }: { project: ProjectDetails }) {
  const { slug, name, oneLiner, description, award, prize, builtWith, evidenceSummaries } = project;
  useEffect(() => recall({ kind: "project", id: slug, name }), [slug, name]);
  return (
    <Page
      title={name}
      tabTitle={name}
      lead={oneLiner && plainText(oneLiner)}
      above={<ToProjects />}
      action={<AddToShortlist item={{ kind: "project", key: slug }} />}
      wide
    >
      <div className="flex min-w-0 flex-wrap items-center gap-3 pb-2 empty:hidden">
        <AwardBadge award={award} prize={prize} />
        <ProjectLinks links={project.links} />
      </div>
      <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 space-y-8">
          {description ? (
            <Markdown text={description} />
          ) : (
            <p className="text-muted">No description is stored for this project.</p>
          )}
          {evidenceSummaries && <Evidence summaries={evidenceSummaries} />}
          {builtWith && <BuiltWith tags={builtWith} />}
          <div className="lg:hidden">
            <ProjectAside project={project} />
          </div>
          <Section slug={slug}>
            <SimilarProjects slug={slug} />
          </Section>
          <Section slug={slug}>
            <InArchive project={project} />
          </Section>
        </div>
        <div className="max-lg:hidden">
          <ProjectAside project={project} />
        </div>
      </div>
    </Page>
  );
}

/** A part of the page, which alone shows an error when its code fails. */
function Section({ slug, children }: { slug: string; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => slug} errorComponent={SectionFailure}>
      {children}
    </CatchBoundary>
  );
}

function SectionFailure({ error, reset }: ErrorComponentProps) {
  return <Problem error={error} retry={reset} />;
}
