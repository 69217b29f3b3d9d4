/** Members' own records, resources and FAQs; the state of the corpus for administrators. */
import { ApiError } from "../../../contract/api/errors.ts";
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "getMyRecords" | "listResourceHackathons" | "getHackathonResources" | "findFaqs" | "getCorpus";

export function recordHandlers({ records }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    getMyRecords: async ({ member }) => {
      // As with a token: a member with an unverified address sees no records imported for it.
      if (!member.emailVerified)
        throw new ApiError(
          "FORBIDDEN",
          "Your e-mail address is not verified; ask an administrator for an invitation",
        );
      return { body: await records.getMe(member.email) };
    },
    listResourceHackathons: async () => ({ body: { hackathons: await records.listResourceHackathons() } }),
    getHackathonResources: async ({ input }) => ({ body: await records.getResources(input) }),
    findFaqs: async ({ input }) => ({ body: await records.getFaqs(input) }),
    getCorpus: async () => ({ body: await records.getCorpus() }),
  };
}
