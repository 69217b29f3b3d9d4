/** The table of operations: hackathons. */
import { faqParamsSchema, faqResponseSchema, faqsQuerySchema, faqsResponseSchema } from "../faqs.ts";
import { resourcesQuerySchema, resourcesResponseSchema } from "../resources.ts";
import type { Operation } from "./operation.ts";

export const hackathonsOperations = {
  getResources: {
    id: "getResources",
    topic: "Hackathons",
    method: "GET",
    path: "/resources",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "databases",
    repeats: true,
    concurrencyLimited: true,
    request: { query: resourcesQuerySchema },
    response: resourcesResponseSchema,
    successStatus: 200,
    summary: "Read the resources of a hackathon",
    description:
      "Sponsors, topics with their links, and RPC providers, with the dates of the event. Without a hackathon: the " +
      "current one. The resources of a track include those for all tracks.",
    errors: ["NOT_FOUND", "RESOURCES_UNAVAILABLE"],
  },
  getFaqs: {
    id: "getFaqs",
    topic: "Hackathons",
    method: "GET",
    path: "/faqs",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "databases",
    repeats: true,
    concurrencyLimited: true,
    request: { query: faqsQuerySchema },
    response: faqsResponseSchema,
    successStatus: 200,
    summary: "List or search FAQs",
    description: "Questions with their answers in Markdown, of one program or of all, found by keywords.",
    errors: [],
  },
  getFaq: {
    id: "getFaq",
    topic: "Hackathons",
    method: "GET",
    path: "/faqs/:program/:id",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "databases",
    repeats: true,
    concurrencyLimited: true,
    request: { params: faqParamsSchema },
    response: faqResponseSchema,
    successStatus: 200,
    summary: "Read one FAQ",
    description: "One question with its answer, its source and the links of the answer.",
    errors: ["NOT_FOUND"],
  },
} as const satisfies Record<string, Operation>;
