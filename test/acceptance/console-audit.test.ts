/** The audit log: administrators' actions in the console and on the command line, without what people wrote. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run, temporaryDirectories } from "./cli-harness.ts";
import { type ConsoleServer, newConsole, type Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";

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
const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

async function post(path: string, json: object): Promise<void> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(json),
  });
  expect(response.status).toBe(201);
}

const latest = async (count: number) => (await root.get("listAudit")).entries.slice(0, count);
const shown = async (count: number) =>
  (await latest(count)).map(({ actor, via, action, target, detail }) => [actor, via, action, target, detail]);
const byRoot = ["root@example.org", "console"];

it("records each change of members with who, what and of whom; refused changes are not recorded", async () => {
  const { link } = await root.get("inviteMember", { email: "Bob@example.org", role: "admin" });
  const { members } = await root.get("listMembers", { q: "bob" } as object);
  const { id } = members[0]!;
  await root.get("changeRole", { id, role: "member" });
  await root.get("endMemberSessions", { id });
  await root.get("removeMember", { id });
  expect(await root.outcome("removeMember", { id })).toEqual([404, "NOT_FOUND"]);
  expect(await shown(4)).toEqual([
    [...byRoot, "remove-member", "bob@example.org", null],
    [...byRoot, "end-sessions", "bob@example.org", null],
    [...byRoot, "change-role", "bob@example.org", "member"],
    [...byRoot, "invite-member", "bob@example.org", "admin"],
  ]);
  const secret = link.split("/").at(-1)!;
  expect(JSON.stringify(await root.get("listAudit"))).not.toContain(secret);
});

it("records reviews, without what was written", async () => {
  await post("/source-suggestions", { url: "https://example.org/one", reason: "SECRET-REASON" });
  await post("/source-suggestions", { url: "https://example.org/two", name: "Two" });
  await post("/feedback", { category: "quality", message: "SECRET-MESSAGE" });
  const [two, one] = (await root.get("listSuggestions")).suggestions;
  await root.get("declineSuggestion", { id: one!.id, reason: "SECRET-ANSWER" } as object);
  await root.get("approveSuggestion", { id: two!.id, key: "two" } as object);
  const [feedback] = (await root.get("listFeedback")).feedback;
  await root.get("resolveFeedback", { id: feedback!.id });
  await root.get("reopenFeedback", { id: feedback!.id });
  expect(await shown(4)).toEqual([
    [...byRoot, "reopen-feedback", feedback!.id, null],
    [...byRoot, "resolve-feedback", feedback!.id, null],
    [...byRoot, "approve-suggestion", "two", null],
    [...byRoot, "decline-suggestion", "https://example.org/one", null],
  ]);
  expect(JSON.stringify(await root.get("listAudit", { limit: "100" } as object))).not.toMatch(/SECRET|pa_/);
});

it("records commands with the user of the machine, and lists them with priorart audit", async () => {
  await priorart(server.data, "member", "add", "grace@example.org");
  await priorart(server.data, "token", "issue", "grace@example.org");
  await priorart(server.data, "token", "revoke", "grace@example.org");
  const file = join(server.data, "sources.yaml");
  await writeFile(file, "sources:\n  - {key: essays, label: Essays}\n");
  await priorart(server.data, "import", "sources", file);
  const entries = await latest(4);
  expect(entries.map(({ via, action, target, detail }) => [via, action, target, detail])).toEqual([
    ["command", "import", "sources.yaml", "sources"],
    ["command", "revoke-token", "grace@example.org", null],
    ["command", "issue-token", "grace@example.org", null],
    ["command", "add-member", "grace@example.org", null],
  ]);
  expect(entries[0]!.actor).not.toBe("");
  const { code, stdout } = await run(["audit", "--find", "grace", "--json", "--data", server.data]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ entries: entries.slice(1), total: 3 });
});

it("records scans, backups and restores of the command line", async () => {
  const code = join(server.data, "code");
  await mkdir(code);
  await writeFile(join(code, "package.json"), '{"dependencies":{"hono":"4.0.0"}}');
  const project = join(server.data, "p.jsonl");
  await writeFile(project, '{"slug":"scanned","name":"Scanned"}\n');
  await priorart(server.data, "import", "projects", project);
  await priorart(server.data, "scan", code, "--slug", "scanned");
  await priorart(server.data, "scan", code);
  const outside = await directories.make();
  const file = join(outside, "copy.tar.gz");
  await priorart(server.data, "backup", file);
  const actions = (await latest(3)).map(({ via, action, target }) => [via, action, target]);
  expect(actions).toEqual([
    ["command", "back-up", "copy.tar.gz"],
    ["command", "scan", "scanned"],
    ["command", "import", "p.jsonl"],
  ]);
  const restored = join(outside, "restored");
  await priorart(restored, "restore", file);
  const { stdout } = await run(["audit", "--limit", "2", "--json", "--data", restored]);
  const { entries } = JSON.parse(stdout) as { entries: { action: string; target: string }[] };
  expect(entries.map(({ action, target }) => [action, target])).toEqual([
    ["restore", "copy.tar.gz"],
    ["scan", "scanned"],
  ]);
});

it("is paged and searched; bounds are reported", async () => {
  const page = await root.get("listAudit", { offset: "1", limit: "1", q: "GRACE" } as object);
  expect([page.total, page.entries.map(({ action }) => action)]).toEqual([3, ["issue-token"]]);
  for (const wrong of [{ limit: "0" }, { limit: "101" }, { offset: "-1" }, { q: "x".repeat(255) }])
    expect(await root.outcome("listAudit", wrong as object)).toEqual([400, "INVALID_QUERY"]);
});
