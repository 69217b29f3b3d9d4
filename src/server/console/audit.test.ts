/** Which requests the audit log records, and for whom. */
import { afterEach, expect, it } from "vitest";
import type { AuditRecord } from "../../accounts/types.ts";
import type { RunningServer } from "../fakes.case.ts";
import { ada, startConsole } from "./console.case.ts";
import type { ConsolePorts } from "./ports.ts";

let server: RunningServer;
afterEach(() => server.close());

const id = "3f2504e0-4f89-51d3-9a0c-0305e82c3301";
const audited: AuditRecord[] = [];
async function start(
  role: "admin" | "member",
  record = async (entry: AuditRecord) => void audited.push(entry),
) {
  audited.length = 0;
  server = await startConsole({
    signIn: {
      session: async () => ({ member: { ...ada, role }, cookies: [] }),
    } as unknown as ConsolePorts["signIn"],
    accounts: {
      changeRole: async () => ({ email: "bob@example.org" }),
      listMembers: async () => ({ members: [], total: 0 }),
      audit: { record },
    } as unknown as ConsolePorts["accounts"],
  });
}
const post = (path: string, body: object) =>
  server.send("POST", path, {
    headers: { "X-Console-Request": "1", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
const changeRole = () => post(`/console/api/members/${id}/role`, { role: "admin" });

it("a change is recorded with the administrator, its target and its detail", async () => {
  await start("admin");
  expect((await changeRole()).status).toBe(200);
  expect(audited).toEqual([
    {
      actor: "ada@example.org",
      via: "console",
      action: "change-role",
      target: "bob@example.org",
      detail: "admin",
    },
  ]);
});

it("reading and refused requests are not recorded", async () => {
  await start("admin");
  expect((await server.send("GET", "/console/api/members")).status).toBe(200);
  expect((await post(`/console/api/members/${id}/role`, {})).status).toBe(400);
  await server.close();
  await start("member");
  expect((await changeRole()).status).toBe(403);
  expect(audited).toEqual([]);
});

it("a change that cannot be recorded is reported as failed", async () => {
  await start("admin", async () => Promise.reject(new Error("disk")));
  expect((await changeRole()).status).toBe(500);
});
