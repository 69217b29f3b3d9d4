/** Administrators review suggestions and feedback in the console; callers send both over the public API. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCatalog } from "../../src/catalog/catalog.ts";
import { type ConsoleServer, newConsole, Visitor } from "./harness/console.ts";

let server: ConsoleServer;
let root: Visitor;
let token: string;
beforeAll(async () => {
  server = await newConsole({ PRIORART_LIMIT_SUGGESTIONS: "0", PRIORART_LIMIT_FEEDBACK: "0" });
  await server.start();
  root = await server.member("root@example.org", "--admin");
  const ada = await server.member("ada@example.org");
  token = (await ada.get("generateToken", {})).secret;
});
afterAll(() => server?.dispose());

async function post(path: string, json: object): Promise<void> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(json),
  });
  expect(response.status).toBe(201);
}
const markup = '<script>alert(1)</script> [x](javascript:alert(1)) "&amp;';

describe("suggestions", () => {
  it("are listed as they were sent, by state and page by page", async () => {
    await post("/source-suggestions", { url: "https://example.org/1" });
    await post("/source-suggestions", { url: "https://example.org/2", name: markup, reason: markup });
    const { suggestions, total } = await root.get("listSuggestions");
    expect(total).toBe(2);
    expect(suggestions[0]).toMatchObject({
      url: "https://example.org/2",
      name: markup,
      reason: markup,
      from: "ada@example.org",
      state: "open",
    });
    const page = await root.get("listSuggestions", { offset: "1", limit: "1", state: "all" } as object);
    expect([page.total, page.suggestions.map(({ url }) => url)]).toEqual([2, ["https://example.org/1"]]);
    expect((await root.get("listSuggestions", { state: "approved" })).suggestions).toEqual([]);
    expect(await root.outcome("listSuggestions", { state: "lost" } as object)).toEqual([
      400,
      "INVALID_QUERY",
    ]);
  });

  it("approved are sources of the catalog with key, label and address; declined keep their reason", async () => {
    const [second, first] = (await root.get("listSuggestions")).suggestions;
    const { source, message } = await root.get("approveSuggestion", {
      id: first!.id,
      label: "First things",
      key: "first-things",
      access: "excerpt",
    });
    expect(source).toEqual({ key: "first-things", label: "First things", url: "https://example.org/1" });
    expect(message).toContain("first-things");
    await root.get("declineSuggestion", { id: second!.id, reason: " Not ours to read. " });
    expect((await root.get("listSuggestions", { state: "all" })).suggestions).toMatchObject([
      { id: second!.id, state: "declined", declineReason: "Not ours to read.", sourceKey: null },
      { id: first!.id, state: "approved", sourceKey: "first-things", declineReason: null },
    ]);
    const catalog = await openCatalog(join(server.data, "catalog.db"));
    expect(await catalog.sources()).toMatchObject([{ ...source, kind: "other", access: "excerpt" }]);
    await catalog.close();
  });

  it("that are decided, unknown or given a malformed source are refused with the matching status", async () => {
    const { id } = (await root.get("listSuggestions", { state: "approved" })).suggestions[0]!;
    expect(await root.outcome("approveSuggestion", { id })).toEqual([403, "FORBIDDEN"]);
    expect(await root.outcome("declineSuggestion", { id, reason: "x" })).toEqual([403, "FORBIDDEN"]);
    expect(await root.outcome("approveSuggestion", { id: "00000000" })).toEqual([404, "NOT_FOUND"]);
    expect(await root.outcome("declineSuggestion", { id: "nobody", reason: "x" })).toEqual([
      400,
      "INVALID_QUERY",
    ]);
    await post("/source-suggestions", { url: "https://example.org/3" });
    const [open] = (await root.get("listSuggestions")).suggestions;
    for (const input of [
      { key: "No Key" },
      { label: "" },
      { kind: "diary" },
      { access: "closed" },
      { connector: { kind: "folder", path: "/etc" } },
    ] as object[])
      expect(await root.outcome("approveSuggestion", { id: open!.id, ...input })).toEqual([
        400,
        "INVALID_QUERY",
      ]);
    for (const reason of ["", " ", "x".repeat(501)])
      expect(await root.outcome("declineSuggestion", { id: open!.id, reason })).toEqual([
        400,
        "INVALID_QUERY",
      ]);
    expect(await root.outcome("approveSuggestion", { id: open!.id, key: "first-things" })).toEqual([
      403,
      "FORBIDDEN",
    ]);
    expect((await root.get("listSuggestions")).total).toBe(1);
  });
});

describe("feedback", () => {
  it("is listed as it was sent, resolved and reopened", async () => {
    const context = { page: "/x", [markup]: [1, null] };
    await post("/feedback", { category: "quality", message: markup, context });
    await post("/feedback", { category: "error", severity: "high", message: "Broken" });
    const { feedback, total } = await root.get("listFeedback");
    expect(total).toBe(2);
    expect(feedback).toMatchObject([
      { message: "Broken", severity: "high", escalation: { attempts: 0, deliveredAt: null } },
      { message: markup, context, severity: "medium", from: "ada@example.org", escalation: null },
    ]);
    const { id } = feedback[1]!;
    await root.get("resolveFeedback", { id });
    expect((await root.get("listFeedback")).feedback.map((entry) => entry.id)).toEqual([feedback[0]!.id]);
    expect((await root.get("listFeedback", { state: "resolved" })).feedback).toMatchObject([
      { id, state: "resolved", resolvedAt: expect.any(String) },
    ]);
    await root.get("reopenFeedback", { id });
    expect((await root.get("listFeedback", { state: "open" })).total).toBe(2);
    expect(await root.outcome("resolveFeedback", { id: "00000000" })).toEqual([404, "NOT_FOUND"]);
  });
});

it("only administrators see any of it", async () => {
  const stranger = new Visitor(server);
  for (const id of ["listSuggestions", "listFeedback"] as const)
    expect(await stranger.outcome(id)).toEqual([401, "UNAUTHORIZED"]);
});
