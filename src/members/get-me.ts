/** GET /me: the member's own profile and projects, drafts included. */
import type { Catalog } from "../catalog/catalog.ts";
import { currentHackathon } from "../catalog/current-hackathon.ts";
import type { MemberHoldings } from "../catalog/member-holdings.ts";
import { type MeResponse, maxMyProjects, maxMyUpdates } from "../contract/api/me.ts";
import { toMyProject } from "./my-project.ts";
import { toMyProfile } from "./profile.ts";

export interface Asker {
  /** Normalized address of the account. Records are found by it, and it is never returned. */
  email: string;
  now: Date;
}

/**
 * Everything that the catalog stores about the member with this address: an account without a record has no profile,
 * and only the projects whose teams list it.
 */
export async function getMe(
  catalog: Pick<Catalog, "memberHoldings">,
  { email, now }: Asker,
): Promise<MeResponse> {
  const holdings = await catalog.memberHoldings(email, { entries: maxMyProjects, updates: maxMyUpdates });
  const current = currentHackathon(holdings.hackathons, now);
  const programs = new Map(holdings.hackathons.map((hackathon) => [hackathon.slug, hackathon]));
  return {
    profile: toMyProfile(holdings.profile),
    currentHackathon: {
      name: current?.name ?? "",
      slug: current?.slug ?? "",
      registered: current !== null && isRegistered(holdings, current.slug),
    },
    projects: holdings.entries.map((entry) =>
      toMyProject(entry, { programs, current: current?.slug ?? null, now }),
    ),
    truncated: { projects: holdings.more.entries, updates: holdings.more.updates },
  };
}

/** A member with an entry, even a draft, counts as registered, even without a recorded registration. */
function isRegistered({ registrations, entries }: MemberHoldings, hackathon: string): boolean {
  const takesPart = ({ record: { program } }: MemberHoldings["entries"][number]) =>
    program.type === "hackathon" && program.slug === hackathon;
  return registrations.includes(hackathon) || entries.some(takesPart);
}
