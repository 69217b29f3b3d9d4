/** The lists of members, suggestions and feedback, in the formats of all lists. */
import { describe, expect, it } from "vitest";
import type { MemberEntry } from "../../accounts/types.ts";
import type { FeedbackEntry, SuggestionEntry } from "../../inbox/types.ts";
import { runCommand } from "../run-command.case.ts";

const member = {
  email: "ada@example.org",
  role: "member",
  signInMethods: [],
  invitation: { expiresAt: "2026-02-03T00:00:00Z" },
  token: { expiresAt: "2027-01-02T00:00:00Z", lastUsedOn: null },
} as unknown as MemberEntry;
const suggestion = {
  id: "3f2a9c1d-0000-4000-8000-000000000000",
  createdAt: "2026-01-02T03:04:05Z",
  state: "open",
  url: "https://example.org/",
  name: null,
  reason: "=1+1",
  from: "ada@example.org",
} as unknown as SuggestionEntry;
const feedback = {
  ...suggestion,
  severity: "low",
  category: "quality",
  message: "Poor | results",
  escalation: null,
} as unknown as FeedbackEntry;

const close = async () => {};
const services = (rows: { members: MemberEntry[]; inbox: number }) =>
  ({
    openAccounts: async () => ({ listMembers: async () => ({ members: rows.members, total: 1 }), close }),
    openReviews: async () => ({
      listSuggestions: async () => ({ suggestions: [suggestion].slice(0, rows.inbox), total: rows.inbox }),
      listFeedback: async () => ({ feedback: [feedback].slice(0, rows.inbox), total: rows.inbox }),
      close,
    }),
  }) as never;
const list = (name: string, format: string, rows = { members: [member], inbox: 1 }) =>
  runCommand([name, "list", "--format", format], {}, { services: services(rows) });

describe("each list", () => {
  it("is a table with ids that other commands take", async () => {
    expect((await list("member", "table")).lines).toEqual([
      "E-mail           Role    Signs in with             Token until  Last used",
      "ada@example.org  member  invited until 2026-02-03  2027-01-02   –",
    ]);
    expect((await list("suggestions", "table")).lines[1]).toMatch(/^3f2a9c1d {2}2026-01-02 {2}open/);
    expect((await list("feedback", "table")).lines[1]).toMatch(/^3f2a9c1d {2}2026-01-02 {2}low/);
  });

  it("is CSV with whole values, and no formula", async () => {
    expect((await list("suggestions", "csv")).stdout).toBe(
      "id,createdAt,state,url,name,reason,from\r\n" +
        "3f2a9c1d-0000-4000-8000-000000000000,2026-01-02T03:04:05Z,open,https://example.org/,,'=1+1,ada@example.org\r\n",
    );
  });

  it("is Markdown, JSON Lines or the page of the list", async () => {
    expect((await list("feedback", "markdown")).stdout).toContain("| Poor \\| results |");
    expect(JSON.parse((await list("feedback", "jsonl")).stdout)).toEqual(feedback);
    expect(JSON.parse((await list("member", "json")).stdout)).toEqual({ members: [member] });
  });

  it("suggests no higher limit than it accepts", async () => {
    const openReviews = async () => ({
      listSuggestions: async () => ({ suggestions: [suggestion], total: 20_000 }),
      listFeedback: async () => ({ feedback: [feedback], total: 20_000 }),
      close,
    });
    for (const name of ["suggestions", "feedback"]) {
      const said = await runCommand([name, "list"], {}, { services: { openReviews } as never });
      expect(said.stderr).toBe("19999 more: --limit 10000\n");
    }
  });

  it("says in a table when it is empty; other formats hold no row", async () => {
    const none = { members: [], inbox: 0 };
    expect((await list("member", "table", none)).stdout).toContain("There are no members yet");
    expect((await list("suggestions", "table", none)).stdout).toBe("There are no open suggestions.\n");
    expect((await list("feedback", "table", none)).stdout).toBe("There is no open feedback.\n");
    expect((await list("feedback", "jsonl", none)).stdout).toBe("");
    expect((await list("suggestions", "csv", none)).lines).toHaveLength(1);
  });
});
