/** One entry of a member, as shown to its team. */
import { resultsPublished } from "../catalog/current-hackathon.ts";
import type { HeldEntry, MemberHoldings } from "../catalog/member-holdings.ts";
import type { MyProject } from "../contract/api/me.ts";
import { toTeammate } from "./profile.ts";
import { toSubmission } from "./submission.ts";

export interface Programs {
  /** The catalog's hackathons by slug. */
  programs: ReadonlyMap<string, MemberHoldings["hackathons"][number]>;
  /** Slug of the current hackathon. */
  current: string | null;
  now: Date;
}

export function toMyProject({ record, role, team, updates }: HeldEntry, known: Programs): MyProject {
  const { type, slug, name, current } = record.program;
  const program = known.programs.get(slug);
  return {
    name: record.name,
    slug: record.slug ?? null,
    publicPageUrl: record.publicPageUrl ?? null,
    program: {
      type,
      name: name ?? program?.name ?? slug,
      slug,
      current: type === "hackathon" ? slug === known.current : (current ?? false),
    },
    status: record.status,
    role,
    tracks: record.tracks ?? [],
    description: record.description ?? "",
    teammates: team.map(toTeammate),
    prize: toPrize(record.prize, program?.winnerAnnouncementDate ?? null, known.now),
    acceleratorCompany: record.acceleratorCompany ?? null,
    updates,
    submission: toSubmission(record.submission ?? {}),
  };
}

/** Null until the winners are announced. `announced` is the program's own date, which takes precedence. */
function toPrize(
  prize: HeldEntry["record"]["prize"],
  announced: string | null,
  now: Date,
): MyProject["prize"] {
  if (!prize) return null;
  const winnerAnnouncementDate = announced ?? prize.announcedAt ?? null;
  if (!resultsPublished({ winnerAnnouncementDate }, now)) return null;
  const { type, name, amount, placement, honorableMention } = prize;
  return {
    type,
    name: name ?? null,
    amount: amount ?? null,
    placement: placement ?? null,
    honorableMention: honorableMention ?? type === "HONORABLE_MENTION",
  };
}
