/** Profiles: the member's own in full, a teammate's in full only if visible. */
import type { HeldTeammate } from "../catalog/member-holdings.ts";
import type { ArenaProfile, MyProfile, Teammate } from "../contract/api/me.ts";
import type { ProfileRecord } from "../contract/records/member-record.ts";

/** Null: there is no profile. */
export function toMyProfile(profile: ProfileRecord | null): MyProfile {
  const { hasProfile, publicPageUrl } = profile?.cofounderMatching ?? {};
  return {
    ...toArenaProfile(profile),
    cofounderMatching: { hasProfile: hasProfile ?? false, publicPageUrl: publicPageUrl ?? null },
  };
}

/** Names that the teammate's own profile lacks come from the entry. */
export function toTeammate({ displayName, username, profile }: HeldTeammate): Teammate {
  const names = {
    displayName: profile?.displayName ?? displayName,
    username: profile?.username ?? username,
  };
  return profile?.visible ? { ...toArenaProfile(profile), ...names } : names;
}

function toArenaProfile(profile: ProfileRecord | null): ArenaProfile {
  const given: Partial<ProfileRecord> = profile ?? {};
  return {
    displayName: given.displayName ?? null,
    username: given.username ?? null,
    bio: given.bio ?? null,
    city: given.city ?? null,
    country: given.country ?? null,
    currentPosition: given.currentPosition ?? null,
    lookingToBuild: given.lookingToBuild ?? null,
    githubHandle: given.githubHandle ?? null,
    linkedinHandle: given.linkedinHandle ?? null,
    twitterHandle: given.twitterHandle ?? null,
    telegramHandle: given.telegramHandle ?? null,
    lookingForCollab: given.lookingForCollab ?? false,
    isUniversityStudent: given.isUniversityStudent ?? null,
    languages: given.languages ?? [],
    roles: given.roles ?? [],
    rolesLookingFor: given.rolesLookingFor ?? [],
    skills: given.skills ?? [],
    interestedUseCases: given.interestedUseCases ?? [],
  };
}
