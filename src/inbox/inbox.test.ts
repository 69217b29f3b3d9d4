import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AccountError } from "../accounts/types.ts";
import { feedbackOf, type InboxBench, openInboxBench } from "./inbox.case.ts";

let bench: InboxBench;
beforeEach(async () => {
  bench = await openInboxBench();
});
afterEach(() => bench.close());

const firstPage = { offset: 0, limit: 50 };
const suggestions = async () => (await bench.inbox.listSuggestions(firstPage)).suggestions;
const feedback = async () => (await bench.inbox.listFeedback(firstPage)).feedback;
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "accepted",
    (error: unknown) => {
      expect(error).toBeInstanceOf(AccountError);
      return `${(error as AccountError).kind}: ${(error as AccountError).message}`;
    },
  );

async function suggest(change: { url?: string; name?: string; reason?: string } = {}): Promise<string> {
  await bench.inbox.suggestSource(bench.ada, { url: "https://www.example.org/essays", ...change });
  bench.wait(1000);
  return (await suggestions())[0]!.id;
}

describe("suggestions", () => {
  it("are stored with member and time, blank texts as null, and acknowledged", async () => {
    const request = { url: "https://example.org/a", name: " Essays ", reason: "  " };
    expect(await bench.inbox.suggestSource(bench.ada, request)).toEqual({
      message: "Thanks! We'll review your suggestion.",
    });
    expect(await suggestions()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: "https://example.org/a",
        name: "Essays",
        reason: null,
        from: "ada@example.org",
        createdAt: "2026-03-01T12:00:00.000Z",
        state: "open",
        decidedAt: null,
        sourceKey: null,
        declineReason: null,
        proposed: { key: "essays", label: "Essays" },
      },
    ]);
  });

  it("are listed newest first, by page and by state", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await suggest({ name: `Source ${i}` }));
    await bench.inbox.approveSuggestion(ids[1]!, {});
    await bench.inbox.declineSuggestion(ids[3]!, "no");
    const list = async (state?: "open" | "approved" | "declined", page = firstPage) => {
      const { suggestions: found, total } = await bench.inbox.listSuggestions({ state, ...page });
      return [total, ...found.map(({ id }) => ids.indexOf(id))];
    };
    expect(await list()).toEqual([5, 0, 1, 2, 3, 4]);
    expect(await list(undefined, { offset: 1, limit: 2 })).toEqual([5, 1, 2]);
    expect(await list("open")).toEqual([3, 0, 2, 4]);
    expect(await list("approved")).toEqual([1, 1]);
    expect(await list("declined")).toEqual([1, 3]);
  });

  it("become sources of the catalog once approved, with key, label and address", async () => {
    const id = await suggest({ name: "Slow Ledger" });
    const counter = await bench.catalog.changeCounter();
    await bench.inbox.approveSuggestion(id, {});
    expect(await bench.catalog.sources()).toEqual([
      {
        key: "slow-ledger",
        label: "Slow Ledger",
        kind: "other",
        access: "open",
        licenceNote: null,
        url: "https://www.example.org/essays",
      },
    ]);
    expect(await bench.catalog.changeCounter()).toBeGreaterThan(counter);
    expect((await suggestions())[0]).toMatchObject({
      state: "approved",
      sourceKey: "slow-ledger",
      decidedAt: "2026-03-01T12:00:01.000Z",
    });
  });

  it("get the key, label, kind, access and note given in the approval", async () => {
    const id = await suggest();
    const decision = { key: "k", label: "L", kind: "talks", access: "excerpt", licenceNote: "N" } as const;
    const { source } = await bench.inbox.approveSuggestion(id.slice(0, 6), decision);
    expect(source).toEqual({ ...decision, url: "https://www.example.org/essays" });
    expect(await bench.catalog.sources()).toEqual([source]);
  });

  it("without a name get their host as proposed name; a name of any script makes a key", async () => {
    await suggest();
    await suggest({ name: "区块" });
    await suggest({ name: "😀".repeat(150) });
    const proposed = (await suggestions()).map((one) => one.proposed);
    expect(proposed[2]).toEqual({ key: "example-org", label: "example.org" });
    expect(proposed[1]).toEqual({ key: "u533a-u5757", label: "区块" });
    expect(proposed[0]!.label).toBe("😀".repeat(100));
    for (const { id } of await suggestions()) await bench.inbox.approveSuggestion(id, {});
    expect(await bench.catalog.sources()).toHaveLength(3);
  });

  it("cannot be approved as an existing source, not even one of the same address, which stays as it is", async () => {
    const url = "https://www.example.org/essays";
    const taken = {
      key: "taken",
      label: "Taken",
      kind: "other",
      access: "excerpt",
      licenceNote: "N",
    } as const;
    const own = {
      key: "own",
      label: "Own",
      kind: "talks",
      access: "excerpt",
      licenceNote: null,
      url,
    } as const;
    await bench.catalog.write(async (writer) => {
      await writer.declareSource(taken);
      await writer.declareSource(own);
    });
    const id = await suggest();
    expect(await refusal(bench.inbox.approveSuggestion(id, { key: "taken" }))).toBe(
      "refused: key: the source taken (Taken) already exists; choose another key, or decline the suggestion",
    );
    expect(await refusal(bench.inbox.approveSuggestion(id, { key: "own", label: "Own" }))).toMatch(
      /^refused: key: the source own \(Own\) already exists/,
    );
    expect((await suggestions())[0]!.state).toBe("open");
    expect(await bench.catalog.sources()).toEqual([own, taken]);
  });

  it("are approved again after a crash between the two databases", async () => {
    const id = await suggest();
    const decision = { key: "half", label: "H", kind: "talks", access: "excerpt", licenceNote: "N" } as const;
    await bench.inbox.approveSuggestion(id, decision);
    await bench.db
      .updateTable("source_suggestion")
      .set({ state: "open", decided_at: null, source_key: null })
      .execute();
    await bench.inbox.approveSuggestion(id, decision);
    expect(await suggestions()).toMatchObject([{ state: "approved", sourceKey: "half" }]);
  });

  it("cannot be approved to be read from the address of another source", async () => {
    const feed = (url: string) => ({ kind: "feed", url }) as const;
    const known = { key: "a", label: "A", kind: "other", access: "open" } as const;
    await bench.catalog.write((writer) =>
      writer.declareSource({ ...known, connector: feed("https://example.org/feed") }),
    );
    const id = await suggest();
    const approve = (url: string) =>
      refusal(bench.inbox.approveSuggestion(id, { key: "b", connector: feed(url) }));
    expect(await approve("https://example.org/feed/")).toMatch(
      /^refused: connector: the source a \(A\) reads the same address/,
    );
    expect((await bench.catalog.sources()).map(({ key }) => key)).toEqual(["a"]);
    expect(await approve("https://example.org/feed/atom")).toBe("accepted");
  });

  it("are approved only with a well-formed source", async () => {
    const id = await suggest();
    expect(await refusal(bench.inbox.approveSuggestion(id, { key: "No Key" }))).toMatch(
      /^invalid: key: must be lower-case letters/,
    );
    expect(await refusal(bench.inbox.approveSuggestion(id, { label: " " }))).toMatch(
      /^invalid: label: at least 1/,
    );
    expect(await bench.catalog.sources()).toEqual([]);
  });

  it("are decided once; a second decision reports the first", async () => {
    const id = await suggest({ name: "A" });
    await bench.inbox.approveSuggestion(id, {});
    const decided = "refused: This suggestion was decided on 2026-03-01; it was approved as the source a";
    expect(await refusal(bench.inbox.approveSuggestion(id, { key: "b" }))).toBe(decided);
    expect(await refusal(bench.inbox.declineSuggestion(id, "no"))).toBe(decided);
    const other = await suggest({ name: "B" });
    await bench.inbox.declineSuggestion(other, " Behind a paywall ");
    expect(await refusal(bench.inbox.approveSuggestion(other, {}))).toBe(
      "refused: This suggestion was decided on 2026-03-01; it was declined: Behind a paywall",
    );
    expect((await bench.catalog.sources()).map(({ key }) => key)).toEqual(["a"]);
  });

  it("decided by two administrators concurrently keep one decision", async () => {
    const id = await suggest({ name: "A" });
    const outcomes = await Promise.all([
      refusal(bench.inbox.declineSuggestion(id, "no")),
      refusal(bench.inbox.declineSuggestion(id, "never")),
    ]);
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome !== "accepted")).toMatch(/^refused: .* declined: (no|never)$/);
  });

  it.each(["", "   ", "x".repeat(501)])("are declined with a reason, not with %j", async (reason) => {
    const id = await suggest();
    expect(await refusal(bench.inbox.declineSuggestion(id, reason))).toMatch(
      /^invalid: reason: must have 1 to 500/,
    );
    expect((await bench.inbox.declineSuggestion(id, "😀".repeat(500))).state).toBe("declined");
  });
});

describe("feedback", () => {
  it("is stored with all its fields, and acknowledged", async () => {
    const context = { url: "/x", list: [1, null, { deep: "é" }] };
    const request = feedbackOf({ category: "quality", severity: "low", message: "Meh.\n\u0007", context });
    expect(await bench.inbox.sendFeedback(bench.bob, request)).toEqual({
      message: "Feedback received. Thank you.",
    });
    expect(await feedback()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        category: "quality",
        severity: "low",
        message: "Meh.\n\u0007",
        context,
        from: "bob@example.org",
        createdAt: "2026-03-01T12:00:00.000Z",
        state: "open",
        resolvedAt: null,
        escalation: null,
      },
    ]);
  });

  it.each([
    ["low", false],
    ["medium", false],
    ["high", true],
    ["critical", true],
  ] as const)("of severity %s is escalated: %s", async (severity, escalated) => {
    await bench.inbox.sendFeedback(bench.ada, feedbackOf({ severity }));
    const [entry] = await feedback();
    expect(entry!.escalation).toEqual(escalated ? { deliveredAt: null, attempts: 0, problem: null } : null);
    expect(bench.escalated).toEqual(
      escalated ? [{ feedbackId: entry!.id, category: "error", severity }] : [],
    );
  });

  it("is not stored when its outbox row cannot be: both or neither", async () => {
    const { sql } = await import("kysely");
    await sql`alter table escalation rename to away`.execute(bench.db);
    await expect(bench.inbox.sendFeedback(bench.ada, feedbackOf())).rejects.toThrow("escalation");
    await sql`alter table away rename to escalation`.execute(bench.db);
    expect(await feedback()).toEqual([]);
    expect(bench.escalated).toEqual([]);
  });

  it("is resolved, reopened and listed by state; the first resolution's time is kept", async () => {
    for (const message of ["a", "b"]) {
      await bench.inbox.sendFeedback(bench.ada, feedbackOf({ message }));
      bench.wait(1000);
    }
    const [b, a] = await feedback();
    await bench.inbox.resolveFeedback(a!.id);
    bench.wait(60_000);
    expect(await bench.inbox.resolveFeedback(a!.id)).toMatchObject({
      state: "resolved",
      resolvedAt: "2026-03-01T12:00:02.000Z",
    });
    const list = async (state: "open" | "resolved") => {
      const { feedback: found, total } = await bench.inbox.listFeedback({ ...firstPage, state });
      return [total, ...found.map(({ id }) => id)];
    };
    expect([await list("open"), await list("resolved")]).toEqual([
      [1, b!.id],
      [1, a!.id],
    ]);
    expect(await bench.inbox.reopenFeedback(a!.id)).toMatchObject({ state: "open", resolvedAt: null });
    expect((await list("open"))[0]).toBe(2);
  });
});

describe("references", () => {
  it("are ids or prefixes, ignoring case; malformed, unknown and ambiguous ones are refused", async () => {
    const id = await suggest();
    await bench.inbox.declineSuggestion(id.slice(0, 8).toUpperCase(), "no");
    expect(await refusal(bench.inbox.findFeedback(id))).toBe(
      "missing: There is no feedback with this id; the list may have changed, reload it",
    );
    for (const bad of ["", "12345", "zzzzzzzz", "12345%", "1234567' or 1=1"])
      expect(await refusal(bench.inbox.findFeedback(bad))).toMatch(
        /^invalid: id: must be an id from the list/,
      );
    const at = {
      created_at: 1,
      category: "error",
      severity: "low",
      message: "x",
      member_id: null,
      context: null,
    };
    for (const end of ["a", "b"])
      await bench.db
        .insertInto("feedback")
        .values({ ...at, id: `00000000-0000-4000-8000-00000000000${end}` })
        .execute();
    expect(await refusal(bench.inbox.resolveFeedback("00000000"))).toMatch(
      /^invalid: id: more than one feedback/,
    );
    expect((await bench.inbox.resolveFeedback("00000000-0000-4000-8000-00000000000a")).state).toBe(
      "resolved",
    );
  });
});

it("suggestions and feedback of a removed member remain, without the member", async () => {
  await suggest();
  await bench.inbox.sendFeedback(bench.ada, feedbackOf());
  await bench.accounts.removeMember({ id: bench.ada });
  expect([(await suggestions())[0]!.from, (await feedback())[0]!.from]).toEqual([null, null]);
  // A request in progress when its member was removed.
  await bench.inbox.sendFeedback(bench.ada, feedbackOf({ severity: "low" }));
  await bench.inbox.suggestSource(bench.ada, { url: "https://example.org/" });
  expect([(await suggestions()).length, (await feedback()).length]).toEqual([2, 2]);
});
