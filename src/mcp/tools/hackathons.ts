/** Tools for participants of hackathons. */
import type { Tool } from "../tool.ts";

export const hackathonTools: readonly Tool[] = [
  {
    name: "resources",
    title: "Read the resources of a hackathon",
    description:
      "Sponsors, topics with links, RPC providers and dates of a hackathon; the current one when hackathon is left out. Narrow with q, kind, track or topic before asking for detail full.",
    operations: ["getResources"],
    ifMissing: "Send a slug of filters with list hackathons, or leave hackathon out.",
    shown: [
      "hackathon",
      "eventDates",
      "tracks.id",
      "tracks.name",
      "sponsors.name",
      "sponsors.slug",
      "sponsors.tags",
      "sponsors.content",
      "topics.id",
      "topics.title",
      "topics.summary",
      "topics.groups.title",
      "topics.groups.links.label",
      "topics.groups.links.url",
      "rpcProviders.name",
      "rpcProviders.offer",
      "rpcProviders.links",
      "query.matched",
    ],
    clipped: { "sponsors.content": 200, "topics.summary": 200 },
  },
  {
    name: "faqs",
    title: "List, search or read FAQs",
    description:
      "Questions about the hackathon and accelerator programs with their answers, by keywords; with program and id: one of them. Long answers are shortened unless detail is full.",
    operations: ["getFaqs", "getFaq"],
    choose: ({ id }) => (id === undefined ? "getFaqs" : "getFaq"),
    ifMissing: "Send program and id as in the answer of faqs without id.",
    shown: [
      "eventDates",
      ...["program", "id", "question", "answer", "sourceUrl"].flatMap((field) => [
        `faqs.${field}`,
        `faq.${field}`,
      ]),
      "faq.links",
      "query.matched",
    ],
    clipped: { "faqs.answer": 500, "faq.answer": 5_000 },
    pages: { list: ({ id }) => (id === undefined ? "faqs" : null) },
  },
];
