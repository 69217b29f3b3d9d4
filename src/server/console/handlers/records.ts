/** Members' own records, resources and FAQs; the state of the corpus for administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";
import { unverified } from "../unverified.ts";

type Ids = "getMyRecords" | "listResourceHackathons" | "getHackathonResources" | "findFaqs" | "getCorpus";

export function recordHandlers({ records }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    getMyRecords: async ({ member }) => {
      if (!member.emailVerified) throw unverified();
      return { body: await records.getMe(member.email) };
    },
    listResourceHackathons: async () => ({ body: { hackathons: await records.listResourceHackathons() } }),
    getHackathonResources: async ({ input }) => ({ body: await records.getResources(input) }),
    findFaqs: async ({ input }) => ({ body: await records.getFaqs(input) }),
    getCorpus: async () => ({ body: await records.getCorpus() }),
  };
}
