/** What `token issue` asks for. */
import { expect, it } from "vitest";
import { runCommand } from "../run-command.case.ts";

it.each([
  ["--scope read ada@example.org", ["acme:read"]],
  ["ada@example.org --scope me", ["acme:me"]],
  ["--scope read --scope me ada@example.org", ["acme:read", "acme:me"]],
  ["ada@example.org", undefined],
])("token issue %s", async (line, scopes) => {
  const asked: unknown[] = [];
  const accounts = {
    issueToken: async (...given: unknown[]) => {
      asked.push(given);
      return { token: "pa_x", expiresAt: "2030-01-01T00:00:00Z" };
    },
    close: async () => {},
  };
  const services = { loadConfig: async () => ({ service: "acme" }), openAccounts: async () => accounts };
  const { code } = await runCommand(
    ["token", "issue", ...line.split(" ")],
    {},
    {
      services: services as never,
    },
  );
  expect({ code, asked }).toEqual({ code: 0, asked: [[{ email: "ada@example.org" }, scopes]] });
});

it("a scope that does not exist is refused", async () => {
  const { code, stderr } = await runCommand(["token", "issue", "ada@example.org", "--scope", "all"]);
  expect(code).toBe(2);
  expect(stderr).toContain("It must be one of read, me.");
});
