/** GET /faqs/:program/:id */
import { describe, expect, it } from "vitest";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useService, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const params = { program: "hackathon", id: "team-size" };

describe("200", () => {
  it("for every FAQ of the list: the same FAQ, source, and dates only for hackathons", async () => {
    const { faqs, source, eventDates } = await service().get("getFaqs");
    expect(faqs).toHaveLength(30);
    for (const faq of faqs) {
      const { program, id } = faq;
      const one = await service().get("getFaq", { params: { program, id } });
      expect(one).toEqual({ eventDates: program === "hackathon" ? eventDates : null, source, faq });
    }
  });
});

describe("404 and 400", () => {
  it("404 for an unknown one, or one of another program", async () => {
    for (const known of [
      { program: "stamp", id: "team-size" },
      { program: "hackathon", id: "no-such-question" },
      { program: "hackathon", id: "-" },
      { program: "hackathon", id: "a".repeat(100) },
    ])
      expect(outcome(await service().refusal("getFaq", { params: known }))).toEqual([404, "NOT_FOUND"]);
  });

  it("400 for a program that is not one of the four, or a malformed id", async () => {
    for (const program of ["other", "Hackathon", "hackathons", "é"]) {
      const answer = await service().refusal("getFaq", { params: { ...params, program } });
      expect([program, ...outcome(answer)]).toEqual([program, 400, "INVALID_QUERY"]);
      expect(answer.error).toContain("hackathon, eternal, accelerator, stamp");
    }
    for (const id of ["Team-Size", "team size", "team/size", "é", "a".repeat(101), "a%"]) {
      const answer = await service().refusal("getFaq", { params: { ...params, id } });
      expect([id, ...outcome(answer)]).toEqual([id, 400, "INVALID_QUERY"]);
      expect(answer.error).toContain("id: must look like");
    }
  });
});

describe("the search group", () => {
  const limited = useService({ env: { PRIORART_LIMIT_SEARCH: "4" } });

  it("counts resources, FAQs and searches together: 429 for each when it is used up", async () => {
    const token = limited().tokens.ada;
    const calls = [
      ["getFaq", { params }],
      ["getFaqs", {}],
      ["getResources", { search: "kind=nothing" }],
      ["searchProjects", { json: { query: "wallet" } }],
    ] as const;
    for (const [index, [id, call]] of calls.entries()) {
      const { headers } = await limited().ask(id, { ...call, token });
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"search";r=${3 - index};t=\\d+$`));
    }
    for (const [id, call] of calls) {
      const answer = await limited().refusal(id, { ...call, token });
      expect([id, ...outcome(answer)]).toEqual([id, 429, "RATE_LIMITED"]);
    }
    expect((await limited().ask("getFaqs", { token: limited().tokens.bob })).status).toBe(200);
  });
});

describeRefusals({ service, id: "getFaq", valid: { params } });
