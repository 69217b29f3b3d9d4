import type { ReactNode } from "react";
import type { MyProject } from "../../../../src/contract/api/me.ts";
import { Badge, Badges } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf } from "../../ui/days.ts";
import { Lines } from "../../ui/lines.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { ProjectUpdates } from "./project-updates.tsx";
import { SubmissionDetails } from "./submission-details.tsx";

export function ProjectCard({ project }: { project: MyProject }) {
  const { name, publicPageUrl, program, status, role, tracks, description, prize, acceleratorCompany } =
    project;
  return (
    <Card
      title={name}
      aside={
        <span className="flex flex-wrap gap-1.5">
          {prize && (
            <Badge tone={prize.honorableMention ? "neutral" : "warning"}>
              {prize.honorableMention ? "Honorable mention" : "Winner"}
            </Badge>
          )}
          <Badge tone={status === "draft" ? "warning" : "accent"}>
            {status === "draft" ? "Draft" : "Submitted"}
          </Badge>
          <Badge>{role === "owner" ? "Owner" : "Team member"}</Badge>
        </span>
      }
    >
      <div className="space-y-3">
        <p className="-mt-2 text-sm text-muted">
          {program.name}
          {/* It may have ended: the service then names the one that started last. */}
          {program.current && " (latest)"}
          {publicPageUrl && (
            <>
              {" · "}
              <OutsideLink url={publicPageUrl}>Public page</OutsideLink>
            </>
          )}
        </p>
        {description && <Lines text={description} />}
        <Badges names={tracks} />
        {prize && <p className="text-sm">{prizeOf(prize)}</p>}
        {acceleratorCompany && (
          <p className="text-sm">
            In the accelerator as <strong>{acceleratorCompany.name}</strong>, {acceleratorCompany.cohort}.
          </p>
        )}
        <Team teammates={project.teammates} />
        <Fold title="Submission">
          <SubmissionDetails submission={project.submission} />
        </Fold>
        {project.updates.length > 0 && (
          <Fold title={countOf(project.updates.length, "update")}>
            <ProjectUpdates updates={project.updates} />
          </Fold>
        )}
      </div>
    </Card>
  );
}

/** The name contains the placement if there is one; the amount has no currency in the records. */
function prizeOf({ type, name, placement, amount }: NonNullable<MyProject["prize"]>): string {
  const what = name ?? (placement === null ? type : `${type}, place ${placement}`);
  return amount === null ? `Prize: ${what}` : `Prize: ${what} (${amount.toLocaleString("en")})`;
}

function Team({ teammates }: { teammates: MyProject["teammates"] }) {
  if (teammates.length === 0) return null;
  const names = teammates.map(({ displayName, username }) => displayName ?? username ?? "an unnamed member");
  return (
    <p className="text-sm">
      <span className="text-muted">With </span>
      {names.join(", ")}
    </p>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-3 text-sm">
      <summary className="font-medium">{title}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
