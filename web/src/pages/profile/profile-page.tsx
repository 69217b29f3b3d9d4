import { useMember } from "../../api/session.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { Banner } from "../../ui/banner.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CurrentHackathon } from "./current-hackathon.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { ProjectCard } from "./project-card.tsx";

export function ProfilePage() {
  const { member } = useMember();
  return (
    <Page
      title="Profile"
      lead="What this service stores about you. Drafts and private answers are visible to you and your team only, never in searches."
    >
      {member.emailVerified ? (
        <Records />
      ) : (
        <Banner tone="warning" title="Your e-mail address is not verified">
          Ask an administrator for an invitation, or sign in through the identity provider; then this page
          shows the records of {member.email}.
        </Banner>
      )}
    </Page>
  );
}

function Records() {
  const answer = useAnswer("getMyRecords", {});
  if (answer.isPending) return <Skeleton lines={9} />;
  if (answer.data === undefined) return <Problem error={answer.error} retry={() => void answer.refetch()} />;
  const { profile, currentHackathon, projects, truncated } = answer.data;
  return (
    <>
      <ProfileCard profile={profile} />
      <CurrentHackathon hackathon={currentHackathon} />
      <h2 className="pt-3 text-lg font-semibold">Projects</h2>
      {truncated.projects && <Banner tone="neutral">You have more than 200; these are the newest.</Banner>}
      {truncated.updates && (
        <Banner tone="neutral">There are more than 2,000 updates; the oldest are left out.</Banner>
      )}
      {projects.length === 0 && (
        <EmptyState title="No projects yet">
          The operator of this service imports them from the hackathon's platform; changes are made there.
        </EmptyState>
      )}
      {projects.map((project, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drafts have no name of their own, and the list does not change
        <ProjectCard key={index} project={project} />
      ))}
    </>
  );
}
