/** Saved searches over HTTP, with a publish between two looks; and a member's own suggestions and feedback. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConsoleServer, type Visitor } from "./harness/console.ts";
import { noRateLimits } from "./harness/no-limits.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

let server: ConsoleServer;
let ada: Visitor;
let bob: Visitor;
beforeAll(async () => {
  const demo = await copyOfDemo();
  server = new ConsoleServer(demo.data, noRateLimits);
  await server.start();
  ada = await server.member("ada@example.org");
  bob = await server.member("bob@example.org");
});
afterAll(() => server?.dispose());

const browsing = {
  name: "Everything",
  page: "projects" as const,
  state: "winnersOnly=false",
  request: { query: "", limit: 20, offset: 40, includeDiagnostics: true },
};
const archive = {
  name: "Keys",
  page: "archive" as const,
  state: "query=session%20keys&intent=ideation",
  request: { query: "session keys", intent: "ideation" },
};

describe("saved searches", () => {
  it("say after a publish what is new since the last look, and then nothing more", async () => {
    const { id, newResults } = await ada.get("createSavedSearch", browsing);
    const documents = await ada.get("createSavedSearch", archive);
    expect([newResults, documents.newResults]).toEqual([0, 0]);
    const file = join(server.data, "new.jsonl");
    const record = { slug: "new-here", name: "New here", hackathon: { slug: "northwind-2025" } };
    await writeFile(file, `${JSON.stringify(record)}\n`);
    await priorart(server.data, "import", "projects", file);
    await priorart(server.data, "publish");
    await expect
      .poll(async () => (await ada.get("listSavedSearches")).searches.map((one) => one.newResults))
      .toEqual([null, null]);
    const checked = await ada.get("checkSavedSearch", { id });
    expect(checked).toMatchObject({
      newKeys: ["new-here"],
      newTitles: ["New here"],
      search: { newResults: 1 },
    });
    expect((await ada.get("checkSavedSearch", { id: documents.id })).newKeys).toEqual([]);
    const { searches } = await ada.get("listSavedSearches");
    expect(searches.map((one) => [one.name, one.newResults])).toEqual([
      ["Keys", 0],
      ["Everything", 1],
    ]);
    expect((await ada.get("seeSavedSearch", { id })).newKeys).toEqual(["new-here"]);
    expect((await ada.get("checkSavedSearch", { id })).newKeys).toEqual([]);
  });

  it("have bounds on every field, on both sides; a request must be one of the page's operation", async () => {
    const saved = (change: object) => ada.outcome("createSavedSearch", { ...browsing, ...change } as never);
    expect(await saved({ name: "😀".repeat(80), state: "x".repeat(2_000) })).toEqual([200, undefined]);
    for (const change of [
      { name: "" },
      { name: "x".repeat(81) },
      { state: "x".repeat(2_001) },
      { state: "?query=x" },
      { state: "query=x#y" },
      { state: "query=ü" },
      { page: "clusters" },
      { request: { query: 7 } },
      { request: { querry: "wallet" } },
      { request: undefined },
      { page: "archive", request: { query: "" } },
    ])
      expect([change, await saved(change)]).toEqual([change, [400, "INVALID_QUERY"]]);
    const { body } = await ada.ask("createSavedSearch", { ...browsing, request: { limit: 26 } });
    expect((body as { error: string }).error).toMatch(/request\.limit/);
  });

  it("of another member do not exist", async () => {
    const { id } = (await ada.get("listSavedSearches")).searches[0]!;
    for (const operation of ["checkSavedSearch", "seeSavedSearch", "deleteSavedSearch"] as const)
      expect([operation, await bob.outcome(operation, { id })]).toEqual([operation, [404, "NOT_FOUND"]]);
    expect(await bob.outcome("renameSavedSearch", { id, name: "mine" })).toEqual([404, "NOT_FOUND"]);
    expect((await bob.get("listSavedSearches")).searches).toEqual([]);
    expect((await ada.get("renameSavedSearch", { id, name: "Renamed" })).name).toBe("Renamed");
    await ada.get("deleteSavedSearch", { id });
    expect(await ada.outcome("checkSavedSearch", { id })).toEqual([404, "NOT_FOUND"]);
  });
});

describe("own suggestions and feedback", () => {
  it("are listed with what became of them, and only one's own", async () => {
    const root = await server.member("root@example.org", "--admin");
    for (const [visitor, name] of [
      [ada, "a"],
      [bob, "b"],
    ] as const) {
      await visitor.research("suggestSource", { url: `https://example.org/${name}`, reason: `by ${name}` });
      await visitor.research("sendFeedback", { category: "quality", message: `Feedback of ${name}.` });
    }
    const { suggestions } = await root.get("listSuggestions");
    const ofAda = suggestions.find(({ url }) => url.endsWith("/a"))!;
    await root.get("declineSuggestion", { id: ofAda.id, reason: "It has no archive." });
    const { feedback } = await root.get("listFeedback");
    await root.get("resolveFeedback", { id: feedback.find(({ message }) => message.includes(" a."))!.id });
    expect(await ada.get("listOwnSuggestions")).toMatchObject({
      total: 1,
      suggestions: [{ url: "https://example.org/a", state: "declined", declineReason: "It has no archive." }],
    });
    expect(await ada.get("listOwnFeedback")).toMatchObject({
      total: 1,
      feedback: [{ message: "Feedback of a.", state: "resolved" }],
    });
    expect((await bob.get("listOwnSuggestions")).suggestions).toMatchObject([{ state: "open" }]);
    expect((await root.get("listOwnFeedback")).total).toBe(0);
    expect(await ada.get("listOwnFeedback", { offset: "1", limit: "1" } as never)).toEqual({
      total: 1,
      feedback: [],
    });
  });
});

/** The last: it restarts the server. */
it("searches of the console count against the page searches, except where nothing was published", async () => {
  await server.stop();
  await server.start({ ...noRateLimits, PRIORART_LIMIT_PAGE_SEARCH: "2" });
  const { id } = await ada.get("createSavedSearch", browsing);
  for (let checks = 0; checks < 5; checks++)
    expect(await ada.outcome("checkSavedSearch", { id })).toEqual([200, undefined]);
  expect(await ada.outcome("seeSavedSearch", { id })).toEqual([200, undefined]);
  const refused = await ada.ask("seeSavedSearch", { id });
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
  expect((await ada.research("searchProjects", { query: "wallet" })).status).toBe(429);
});
