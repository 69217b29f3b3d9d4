import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiError } from "../../contract/api/errors.ts";
import type { ResourcesQuery } from "../../contract/api/resources.ts";
import type { ResourcesContent } from "../../contract/records/resource-record.ts";
import { anyContent, anyQuestion, jamContent, question } from "./resources.case.ts";
import { countSelected, selectResources } from "./select-resources.ts";

const select = (query: Partial<ResourcesQuery> = {}) => selectResources(jamContent, question(query));
const names = (query: Partial<ResourcesQuery>) => {
  const { sponsors, topics, rpcProviders } = select(query);
  const links = topics.flatMap(({ groups }) => groups.flatMap((group) => group.links));
  return [sponsors, links.map(({ label }) => ({ name: label })), rpcProviders].map((list) =>
    list.map(({ name }) => name),
  );
};
function refusal(query: Partial<ResourcesQuery>): ApiError {
  try {
    select(query);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error("was not refused");
}

/** Naive oracle: every sponsor, topic link and provider as one row of texts, selected in loops. */
function naive(content: ResourcesContent, { track, topic, kind, q = "" }: ResourcesQuery) {
  const upper = (text: string) => text.normalize("NFC").toLowerCase().toUpperCase();
  const tokens = upper(q).split(/\s/).filter(Boolean);
  const hit = (texts: (string | undefined)[]) => {
    for (const token of tokens) {
      let found = false;
      for (const text of texts) {
        const whole = upper(text ?? "");
        for (let start = 0; start + token.length <= whole.length; start++)
          if (whole.slice(start, start + token.length) === token) found = true;
      }
      if (!found) return false;
    }
    return true;
  };
  const here = (trackId: string | undefined) => !track || !trackId || trackId === track;
  const rows: string[] = [];
  for (const [index, one] of content.sponsors.entries())
    if (kind !== "topics" && kind !== "rpc" && here(one.trackId))
      if (hit([one.name, one.content, ...one.tags, ...one.links.map((link) => link.label)]))
        rows.push(`sponsor ${index}`);
  for (const [at, one] of content.topics.entries()) {
    if (kind === "sponsors" || kind === "rpc" || !here(one.trackId)) continue;
    if (topic && topic !== one.id && topic !== `${one.trackId}:${one.id}`) continue;
    for (const [group, { title, links }] of one.groups.entries())
      for (const [index, { label, description }] of links.entries())
        if (hit([label, description, title, one.title])) rows.push(`link ${at} ${group} ${index}`);
  }
  for (const [index, one] of content.rpcProviders.entries())
    if (kind !== "topics" && kind !== "sponsors" && here(one.trackId))
      if (hit([one.name, one.description, one.offer])) rows.push(`rpc ${index}`);
  return rows;
}

describe("selectResources", () => {
  it("selects what a naive loop over everything selects", () => {
    fc.assert(
      fc.property(anyContent, anyQuestion, (content, query) => {
        const selected = selectResources(content, query);
        const rows: string[] = [];
        for (const one of selected.sponsors) rows.push(`sponsor ${content.sponsors.indexOf(one)}`);
        for (const one of selected.topics) {
          const at = content.topics.findIndex(({ id }) => id === one.id);
          const groups = content.topics[at]!.groups;
          for (const { links } of one.groups) {
            const group = groups.findIndex((whole) => links.some((link) => whole.links.includes(link)));
            for (const link of links) rows.push(`link ${at} ${group} ${groups[group]!.links.indexOf(link)}`);
          }
        }
        for (const one of selected.rpcProviders) rows.push(`rpc ${content.rpcProviders.indexOf(one)}`);
        expect(rows).toEqual(naive(content, query));
        expect(countSelected(selected)).toBe(rows.length);
      }),
      { numRuns: 500 },
    );
  });

  it("returns everything without a query, including topics without links", () => {
    const { sponsors, topics, rpcProviders } = jamContent;
    expect(select()).toEqual({ sponsors, topics, rpcProviders });
  });

  it("requires every word, in any of the fields, ignoring case", () => {
    expect(names({ q: "FREE hosting" })).toEqual([["Quoll Cloud"], [], []]);
    expect(names({ q: "sign-UP quoll" })).toEqual([["Quoll Cloud"], [], []]);
    expect(names({ q: "free" })).toEqual([["Quoll Cloud"], [], ["Lantern RPC"]]);
    expect(names({ q: "free cards" })).toEqual([[], [], []]);
    expect(names({ q: "chains 50" })).toEqual([[], [], ["Lantern RPC"]]);
    // Links of providers and summaries of topics are not searched.
    expect(names({ q: "docs" })).toEqual([[], [], []]);
    expect(names({ q: "begin." })).toEqual([[], [], []]);
  });

  it("keeps links that match by their own text or by the titles above them, and drops empty topics", () => {
    expect(names({ q: "passkeys" })[1]).toEqual(["Key storage"]);
    expect(names({ q: "shops recovery" })[1]).toEqual(["Account recovery"]);
    expect(names({ q: "getting started" })[1]).toEqual(["Key storage", "Test money", "Guest wallets"]);
    const [topic, ...others] = select({ q: "deeper" }).topics;
    expect([topic!.groups.map(({ id }) => id), others]).toEqual([["deep"], []]);
  });

  it("empties the lists that the kind excludes", () => {
    for (const [kind, sizes] of [
      ["all", [2, 4, 2]],
      ["sponsors", [2, 0, 0]],
      ["topics", [0, 4, 0]],
      ["rpc", [0, 0, 2]],
    ] as const) {
      const { sponsors, topics, rpcProviders } = select({ kind });
      expect([kind, [sponsors.length, topics.length, rpcProviders.length]]).toEqual([kind, sizes]);
    }
  });

  it("returns for a track its own and the shared content; an unknown track is not found, with the known ones listed", () => {
    expect(names({ track: "pay" })[0]).toEqual(["Quoll Cloud", "Marrow Bank"]);
    expect(names({ track: "play" })).toEqual([
      ["Quoll Cloud"],
      ["Guest wallets", "Judging"],
      ["Lantern RPC", "Ferrow"],
    ]);
    for (const query of [
      { track: "defi" },
      { topic: "defi:wallets" },
      { track: "pay", topic: "defi:wallets" },
    ]) {
      expect(refusal(query)).toMatchObject({ code: "NOT_FOUND" });
      expect(refusal(query).message).toContain("pay, play, green");
    }
  });

  it("accepts a topic without its track if unambiguous, else says how to name it", () => {
    const ids = (query: Partial<ResourcesQuery>) =>
      select(query).topics.map(({ trackId, id }) => [trackId, id]);
    expect(ids({ topic: "rules" })).toEqual([[undefined, "rules"]]);
    expect(ids({ topic: "empty" })).toEqual([["green", "empty"]]);
    expect(ids({ topic: "wallets", track: "play" })).toEqual([["play", "wallets"]]);
    expect(ids({ topic: "pay:wallets" })).toEqual([["pay", "wallets"]]);
    expect(ids({ topic: "rules", track: "play" })).toEqual([[undefined, "rules"]]);
    expect(refusal({ topic: "wallets" })).toMatchObject({ code: "INVALID_QUERY" });
    expect(refusal({ topic: "wallets" }).message).toContain("pay:wallets or play:wallets");
  });

  it("returns no topics for an unknown one, or one of another track", () => {
    for (const query of [
      { topic: "nothing" },
      { topic: "pay:nothing" },
      { topic: "green:wallets" },
      { topic: "pay:wallets", track: "play" },
      { topic: "pay:rules" },
    ])
      expect([query, select(query).topics]).toEqual([query, []]);
  });
});
