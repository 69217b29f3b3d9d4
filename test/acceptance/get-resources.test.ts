/** GET /resources: the demo's files, and a feed served by this test. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationOutput } from "../../src/contract/api/operations.ts";
import { json, startServer, type TestServer } from "../../src/net/server.case.ts";
import { commons, type DemoResources, expectedNames, northwind } from "./harness/demo-guides.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useService } from "./harness/service.ts";

type Resources = OperationOutput<"getResources">;

const service = useService();
const ask = (search = "") => service().get("getResources", { search });
const refusal = async (search: string) => service().refusal("getResources", { search });
const search = (query: object) => new URLSearchParams(Object.entries(query)).toString();

function namesOf({ sponsors, topics, rpcProviders }: Resources): string[][] {
  const links = topics.flatMap(({ groups }) => groups.flatMap((group) => group.links));
  return [
    sponsors.map(({ name }) => name),
    links.map(({ label }) => label),
    rpcProviders.map(({ name }) => name),
  ];
}

describe("200", () => {
  it("of the current hackathon, which is the one that started last, with its dates", async () => {
    const resources = await ask();
    expect(resources).toEqual(await ask("hackathon=northwind-2025&kind=all"));
    expect(resources).toMatchObject({
      eventDates: {
        hackathonSlug: "northwind-2025",
        startDate: "2025-05-19T00:00:00.000Z",
        submissionDeadline: "2025-06-16T23:59:00.000Z",
        winnerAnnouncementDate: "2025-07-07T00:00:00.000Z",
      },
      hackathon: { name: "Northwind 2025", slug: "northwind-2025", pageUrl: northwind.pageUrl },
      source: { url: northwind.pageUrl, stale: false },
      query: { kind: "all", matched: expectedNames(northwind, {}).flat().length },
    });
    expect(Math.abs(Date.now() - Date.parse(resources.source.fetchedAt))).toBeLessThan(3_600_000);
    expect(resources.tracks.map(({ id, name }) => ({ id, name }))).toEqual(
      northwind.tracks!.map(({ id, name }) => ({ id, name })),
    );
  });

  it("with the files' content, by track, kind and words", async () => {
    const words = ["", "skill FILE", "payments", "prize 3,000", "e", "archive nodes", "zeppelin"];
    const asked: [DemoResources, (string | undefined)[]][] = [
      [northwind, [undefined, ...northwind.tracks!.map(({ id }) => id)]],
      [commons, [undefined]],
    ];
    for (const [resources, tracks] of asked)
      for (const track of tracks)
        for (const kind of ["all", "sponsors", "topics", "rpc"])
          for (const q of words.filter((word) => word.length !== 1)) {
            const query = { ...(track && { track }), kind, ...(q && { q }) };
            const answer = await ask(search({ hackathon: resources.hackathon, ...query }));
            const expected = expectedNames(resources, query);
            expect([query, namesOf(answer)]).toEqual([query, expected]);
            expect(answer.query).toEqual({ ...query, matched: expected.flat().length });
          }
  });

  it("with topics named by track and topic, each of which can be requested by that name", async () => {
    const { topics } = await ask();
    expect(topics.map(({ id }) => id)).toEqual(
      northwind.topics.map(({ id, trackId }) => (trackId ? `${trackId}:${id}` : id)),
    );
    for (const topic of topics) {
      const answer = await ask(search({ topic: topic.id, kind: "topics" }));
      expect(answer.topics).toEqual([topic]);
      expect(answer.query).toMatchObject({ topic: topic.id, matched: namesOf(answer)[1]!.length });
      for (const { topicIds } of answer.topicGroups) expect(topicIds).toEqual([topic.id]);
    }
    expect((await ask("topic=payments&track=fintech")).topics.map(({ id }) => id)).toEqual([
      "fintech:payments",
    ]);
    expect((await ask("topic=wallets")).topics.map(({ id }) => id)).toEqual(["onchain:wallets"]);
  });

  it("without tracks and their ids for an event without tracks", async () => {
    const { tracks, topics, topicGroups } = await ask("hackathon=commons-2024");
    expect(tracks).toEqual([]);
    expect(topics.map(({ id }) => id)).toEqual(commons.topics.map(({ id }) => id));
    expect(topicGroups.flatMap(({ topicIds }) => topicIds)).toEqual(commons.topics.map(({ id }) => id));
  });

  it("without topics for one that a track does not have", async () => {
    for (const query of ["topic=nothing", "topic=fintech:wallets", "topic=fintech:payments&track=onchain"]) {
      const answer = await ask(query);
      expect([query, answer.topics, answer.topicGroups]).toEqual([query, [], []]);
    }
  });

  it("normalizes the request: trimmed words, repeated spaces, unknown parameters", async () => {
    expect((await ask(search({ q: "  skill   file " }))).query).toEqual({
      q: "skill   file",
      kind: "all",
      matched: 2,
    });
    expect((await ask("page=2&limit=x")).query.kind).toBe("all");
  });
});

describe("400", () => {
  it("names the field and the rule", async () => {
    const rows: [string, string][] = [
      ["hackathon=", "hackathon: must look like"],
      [`hackathon=${"a".repeat(41)}`, "hackathon: must look like"],
      ["track=Fin", "track: must look like"],
      ["q=a", "q: at least 2"],
      [`q=${"a".repeat(101)}`, "q: at most 100"],
      ["topic=a:b:c", "topic: must look like"],
      ["kind=links", "kind: must be one of all, sponsors, topics, rpc"],
      ["kind=all&kind=rpc", "kind: must be one of"],
    ];
    for (const [query, message] of rows) {
      const answer = await refusal(query);
      expect([query, ...outcome(answer)]).toEqual([query, 400, "INVALID_QUERY"]);
      expect(answer.error).toContain(message);
    }
  });

  it("for a topic of several tracks, with how to name it", async () => {
    const answer = await refusal("topic=payments");
    expect(outcome(answer)).toEqual([400, "INVALID_QUERY"]);
    expect(answer.error).toContain("fintech:payments or onchain:payments");
  });
});

describe("404", () => {
  it("for a hackathon that is unknown or has no resources, in the same words", async () => {
    for (const hackathon of ["nowhere", "meridian-2023", "-", "a".repeat(40)]) {
      const answer = await refusal(search({ hackathon }));
      expect([hackathon, ...outcome(answer), answer.error]).toEqual([
        hackathon,
        404,
        "NOT_FOUND",
        "Hackathon resources not found",
      ]);
    }
  });

  it("for an unknown track, alone or before a topic, naming the existing ones", async () => {
    for (const query of ["track=defi", "topic=defi:wallets", "track=defi&topic=payments"]) {
      const answer = await refusal(query);
      expect([query, ...outcome(answer)]).toEqual([query, 404, "NOT_FOUND"]);
      expect(answer.error).toContain("applied-ai, fintech, onchain, open-innovation");
    }
    expect(outcome(await refusal("hackathon=commons-2024&track=health"))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("from a feed", () => {
  let feed: TestServer;
  beforeAll(async () => {
    feed = await startServer(json({ sponsors: [{ name: "Feed One", slug: "feed" }] }));
    const file = join(service().data, "feed.json");
    await writeFile(file, JSON.stringify([{ hackathon: "lattice-2024", feedUrl: `${feed.url}/r.json` }]));
    await priorart(service().data, "import", "resources", file);
  });
  afterAll(() => feed.close());

  const query = "hackathon=lattice-2024";
  const seen = async () => {
    const { sponsors, source } = await ask(query);
    return [sponsors[0]!.name, source.stale];
  };
  /** As if the server had been stopped for this long after the last fetch. */
  const restartAfter = async (minutes: number) => {
    await service().stop();
    const path = join(service().data, "feeds", "lattice-2024.json");
    const copy = JSON.parse(await readFile(path, "utf8"));
    copy.fetchedAt = new Date(Date.now() - minutes * 60_000).toISOString();
    await writeFile(path, JSON.stringify(copy));
    await service().start();
  };

  it("200, fresh at first, without a restart after the import", async () => {
    const { source, eventDates } = await ask(query);
    expect(source).toMatchObject({ url: `${feed.url}/r.json`, stale: false });
    expect(eventDates!.hackathonSlug).toBe("lattice-2024");
    feed.answer = json({ sponsors: [{ name: "Feed Two", slug: "feed" }] });
    expect(await seen()).toEqual(["Feed One", false]);
    expect(feed.requests.length).toBe(1);
  });

  it("200, stale after ten minutes, then the feed's new content", async () => {
    await restartAfter(11);
    expect(await seen()).toEqual(["Feed One", true]);
    await expect.poll(seen).toEqual(["Feed Two", false]);
  });

  it("200, the last good copy while the feed is malformed, which is logged without its content", async () => {
    feed.answer = json({ sponsors: [{ name: "Private", slug: "NOT A SLUG" }] });
    await restartAfter(60 * 23);
    expect(await seen()).toEqual(["Feed Two", true]);
    await expect.poll(() => service().log).toContain("sponsors[0].slug");
    expect(await seen()).toEqual(["Feed Two", true]);
    expect(service().log).not.toContain("Private");
    expect(service().log).not.toContain("NOT A SLUG");
  });

  it("503 RESOURCES_UNAVAILABLE when the copy is older than 24 hours and the feed fails; others answer", async () => {
    await restartAfter(60 * 24 + 1);
    const answer = await refusal(query);
    expect(outcome(answer)).toEqual([503, "RESOURCES_UNAVAILABLE"]);
    expect(answer.error).not.toContain("127.0.0.1");
    expect((await ask()).sponsors.length).toBeGreaterThan(0);
  });

  it("404 once the resources are withdrawn", async () => {
    await priorart(service().data, "remove", "resources", "lattice-2024");
    expect(outcome(await refusal(query))).toEqual([404, "NOT_FOUND"]);
  });
});

describeRefusals({ service, id: "getResources", valid: {} });
