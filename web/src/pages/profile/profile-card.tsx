import type { ReactNode } from "react";
import type { MyProfile } from "../../../../src/contract/api/me.ts";
import { Badge, Badges } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Lines } from "../../ui/lines.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";

export function ProfileCard({ profile }: { profile: MyProfile }) {
  const { displayName, username, bio, currentPosition, lookingToBuild, cofounderMatching } = profile;
  if (displayName === null && username === null) {
    return (
      <EmptyState title="No profile yet">
        The operator of this service imports profiles; yours is matched by the e-mail address that you sign in
        with.
      </EmptyState>
    );
  }
  return (
    <Card
      title={displayName ?? username}
      aside={profile.lookingForCollab && <Badge tone="success">Open to collaborate</Badge>}
    >
      <div className="space-y-4">
        {currentPosition && <p className="-mt-2 text-muted">{currentPosition}</p>}
        {bio && <Lines text={bio} />}
        <Facts facts={factsOf(profile)} />
        {lookingToBuild && <Detail term="Looking to build" value={<Lines text={lookingToBuild} />} />}
        <Lists profile={profile} />
        {cofounderMatching.hasProfile && cofounderMatching.publicPageUrl && (
          <p className="text-sm">
            <OutsideLink url={cofounderMatching.publicPageUrl}>Co-founder matching profile</OutsideLink>
          </p>
        )}
      </div>
    </Card>
  );
}

function factsOf(profile: MyProfile): (readonly [string, ReactNode])[] {
  const { username, city, country, isUniversityStudent } = profile;
  const place = [city, country].filter(Boolean).join(", ");
  const all: (readonly [string, ReactNode])[] = [
    ["User name", username],
    ["Place", place],
    ["GitHub", profile.githubHandle],
    ["LinkedIn", profile.linkedinHandle],
    ["X", profile.twitterHandle],
    ["Telegram", profile.telegramHandle],
    ["Student", isUniversityStudent === null ? null : isUniversityStudent ? "Yes" : "No"],
  ];
  return all.filter(([, value]) => value !== null && value !== "");
}

function Lists({ profile }: { profile: MyProfile }) {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["Languages", profile.languages],
    ["Roles", profile.roles],
    ["Looking for", profile.rolesLookingFor],
    ["Skills", profile.skills],
    ["Interests", profile.interestedUseCases],
  ];
  const given = lists.filter(([, names]) => names.length > 0);
  if (given.length === 0) return null;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {given.map(([term, names]) => (
        <div key={term}>
          <dt className="mb-1 text-sm text-muted">{term}</dt>
          <dd>
            <Badges names={names} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Detail({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <p className="text-sm text-muted">{term}</p>
      {value}
    </div>
  );
}
