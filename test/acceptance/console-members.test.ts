import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleOperationId, consoleOperationList } from "../../src/contract/api/console/operations.ts";
import { run } from "./cli-harness.ts";
import { type ConsoleServer, goodPassword, newConsole, Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";

let server: ConsoleServer;
let root: Visitor;
let ada: Visitor;
beforeAll(async () => {
  server = await newConsole({ PRIORART_PUBLIC_URL: "" });
  await server.start();
  root = await server.member("root@example.org", "--admin");
  ada = await server.member("ada@example.org");
});
afterAll(() => server?.dispose());

const idOf = async (email: string) =>
  (await root.get("listMembers", { q: email } as object)).members.find((member) => member.email === email)!
    .id;

describe("administrators' operations", () => {
  it("answer 403 to a member, every one of them", async () => {
    const forAdmins = consoleOperationList.filter(({ role }) => role === "admin");
    expect(forAdmins.length).toBeGreaterThanOrEqual(5);
    const id = await idOf("ada@example.org");
    for (const operation of forAdmins) {
      const input = { id, email: "x@example.org", role: "admin" } as object;
      expect([operation.id, ...(await ada.outcome(operation.id, input))]).toEqual([
        operation.id,
        403,
        "FORBIDDEN",
      ]);
    }
    expect((await ada.get("getSession")).member!.role).toBe("member");
  });

  it("answer 404 for an unknown member", async () => {
    for (const id of ["changeRole", "endMemberSessions", "removeMember"] as ConsoleOperationId[])
      expect(await root.outcome(id, { id: "nobody", role: "admin" } as object)).toEqual([404, "NOT_FOUND"]);
  });
});

describe("the list of members", () => {
  it("shows address, sign-in methods, the token's dates and the open invitation", async () => {
    await ada.get("generateToken", {});
    await server.invite("waiting@example.org");
    const { members, total } = await root.get("listMembers");
    expect(total).toBe(3);
    expect(members.map(({ email }) => email)).toEqual([
      "ada@example.org",
      "root@example.org",
      "waiting@example.org",
    ]);
    expect(members[0]).toMatchObject({
      role: "member",
      signInMethods: ["password"],
      token: { lastUsedOn: null },
      invitation: null,
    });
    expect(members[2]).toMatchObject({ signInMethods: [], token: null });
    expect(Date.parse(members[2]!.invitation!.expiresAt)).toBeGreaterThan(Date.now());
  });

  it("is paged and searched by part of an address; bounds are reported", async () => {
    const page = await root.get("listMembers", { offset: "1", limit: "1" } as object);
    expect([page.total, page.members.map(({ email }) => email)]).toEqual([3, ["root@example.org"]]);
    const found = await root.get("listMembers", { q: "ROOT@" } as object);
    expect(found.members.map(({ email }) => email)).toEqual(["root@example.org"]);
    expect((await root.get("listMembers", { q: "%" } as object)).total).toBe(0);
    for (const wrong of [{ limit: "0" }, { limit: "101" }, { offset: "-1" }, { q: "x".repeat(255) }])
      expect(await root.outcome("listMembers", wrong as object)).toEqual([400, "INVALID_QUERY"]);
  });
});

describe("administrators", () => {
  it("invite: the link works once, for that address and role; a wrong address is refused", async () => {
    const { link, ...invited } = await root.get("inviteMember", {
      email: " Grace@Example.org",
      role: "admin",
    });
    expect(invited).toMatchObject({ email: "grace@example.org", role: "admin" });
    expect(link.startsWith(`${server.url}/console/invitation/`)).toBe(true);
    const grace = new Visitor(server);
    await grace.get("acceptInvitation", { secret: link.split("/").at(-1)!, password: goodPassword });
    expect((await grace.get("getSession")).member).toMatchObject({
      email: "grace@example.org",
      role: "admin",
    });
    expect(await root.outcome("inviteMember", { email: "not an address" })).toEqual([400, "INVALID_QUERY"]);
  });

  it("change roles, effective in open sessions; the last administrator cannot be demoted", async () => {
    const id = await idOf("ada@example.org");
    await root.get("changeRole", { id, role: "admin" });
    expect(await ada.outcome("listMembers")).toEqual([200, undefined]);
    await root.get("changeRole", { id, role: "member" });
    expect(await ada.outcome("listMembers")).toEqual([403, "FORBIDDEN"]);
    await root.get("changeRole", { id: await idOf("grace@example.org"), role: "member" });
    const own = await idOf("root@example.org");
    for (const [operation, input] of [
      ["changeRole", { id: own, role: "member" }],
      ["removeMember", { id: own }],
    ] as const)
      expect(await root.outcome(operation, input as object)).toEqual([403, "FORBIDDEN"]);
    const byCommand = await run(["member", "remove", "root@example.org", "--data", server.data]);
    expect([byCommand.code, byCommand.stderr]).toEqual([2, expect.stringMatching(/only administrator/)]);
  });

  it("end the sessions of a member", async () => {
    const eve = await server.member("eve@example.org");
    const id = await idOf("eve@example.org");
    expect(await root.get("endMemberSessions", { id })).toEqual({ ended: 1 });
    expect(await eve.email()).toBeNull();
    expect(await root.get("endMemberSessions", { id })).toEqual({ ended: 0 });
  });

  it("remove a member: token, sessions, links and password end immediately", async () => {
    const eve = await server.member("leaving@example.org");
    const { secret: token } = await eve.get("generateToken", {});
    const link = await server.invite("leaving@example.org");
    await root.get("removeMember", { id: await idOf("leaving@example.org") });
    const status = await fetch(`${server.url}/api/v1/status`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await status.body?.cancel();
    expect([status.status, await eve.email()]).toEqual([401, null]);
    expect(await eve.outcome("findInvitation", { secret: link })).toEqual([404, "NOT_FOUND"]);
    const credentials = { email: "leaving@example.org", password: goodPassword };
    expect(await eve.outcome("signIn", credentials)).toEqual([401, "UNAUTHORIZED"]);
  });
});

describe("the command line", () => {
  it("lists members as text and JSON, changes roles and removes; a running server follows", async () => {
    await priorart(server.data, "member", "role", "Ada@example.org", "admin");
    expect((await ada.get("getSession")).member!.role).toBe("admin");
    const { stdout } = await priorart(server.data, "member", "list");
    expect(stdout).toMatch(/^ada@example\.org +admin +password +\d{4}-\d\d-\d\d/m);
    const { members } = JSON.parse((await priorart(server.data, "member", "list", "--json")).stdout);
    expect(members[0]).toMatchObject({ email: "ada@example.org", role: "admin" });
    await priorart(server.data, "member", "remove", "ada@example.org");
    expect(await ada.email()).toBeNull();
  });

  it("refuses an unknown member, role or address with what to do", async () => {
    for (const [args, told] of [
      [["role", "nobody@example.org", "admin"], /No member has the e-mail nobody@example.org/],
      [["role", "root@example.org", "owner"], /Allowed choices are member, admin/],
      [["remove", "nobody@example.org"], /No member has the e-mail/],
      [["invite", "nobody"], /give one such as ada@example.org/],
    ] as const) {
      const { code, stderr } = await run(["member", ...args, "--data", server.data]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(told)]);
    }
  });
});
