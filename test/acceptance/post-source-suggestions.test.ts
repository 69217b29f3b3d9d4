/** POST /source-suggestions, and their review. */
import { describe, expect, it } from "vitest";
import type { SuggestionEntry } from "../../src/inbox/types.ts";
import { dumpAccounts } from "./harness/account-rows.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { allSuggestions } from "./harness/reviews.ts";
import { outcome, useService } from "./harness/service.ts";

const service = useService();
const suggest = (json: object) => service().get("suggestSource", { json });
const thanks = { message: "Thanks! We'll review your suggestion." };
const text = (length: number) => "é".repeat(length);

interface Listed {
  suggestions: Record<string, unknown>[];
  total: number;
}
const list = async (...options: string[]): Promise<Listed> =>
  JSON.parse((await priorart(service().data, "suggestions", "list", "--json", ...options)).stdout);

describe("201", () => {
  it("with only the URL, or with name and reason; unknown fields are ignored", async () => {
    expect(await suggest({ url: "https://example.org/essays" })).toEqual(thanks);
    const full = { url: "http://bücher.example/a?b=c#d", name: "Bücher", reason: "They <b>read</b>." };
    expect(await suggest({ ...full, priority: 1 })).toEqual(thanks);
    const [newest] = await allSuggestions(service().data);
    expect(newest).toMatchObject({
      url: "http://xn--bcher-kva.example/a?b=c#d",
      name: full.name,
      reason: full.reason,
      from: "demo@priorart.example",
      state: "open",
      proposed: { key: "bucher", label: "Bücher" },
    });
    expect(dumpAccounts(service().data)).not.toContain("priority");
  });

  it("with every field at its bound", async () => {
    const url = `https://example.org/${"a".repeat(1_980)}`;
    expect(await suggest({ url, name: text(200), reason: text(500) })).toEqual(thanks);
    expect(await suggest({ url: " https://example.org/ ", name: "", reason: "" })).toEqual(thanks);
    expect((await allSuggestions(service().data))[0]).toMatchObject({ name: null, reason: null });
  });
});

describe("400 INVALID_QUERY", () => {
  const url = "https://example.org/";
  it.each<[string, object]>([
    ["url: is required", {}],
    ["url: is required", { name: "x" }],
    ["url: must be a string, got null", { url: null }],
    ["url: must be a string, got an array", { url: [url] }],
    ["url: at least 1 characters", { url: "  " }],
    ["url: at most 2048 characters, got 2049", { url: `https://example.org/${"a".repeat(2_029)}` }],
    ["url: must be a valid URL such as https://", { url: "example.org" }],
    ["url: must be an http or https address, not javascript:", { url: "javascript:alert(1)" }],
    ["url: must not contain a user name or password", { url: "https://ada:hush@example.org/" }],
    ["name: at most 200 characters, got 201", { url, name: text(201) }],
    ["name: must be a string, got null", { url, name: null }],
    ["reason: at most 500 characters, got 501", { url, reason: text(501) }],
    ["reason: must be a string, got an object", { url, reason: {} }],
  ])("%s", async (message, json) => {
    const refusal = await service().refusal("suggestSource", { json });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toContain(message);
    expect(refusal.error).not.toContain("hush");
  });

  it.each([
    "localhost",
    "app.localhost.",
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "10.0.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[fe80::1]",
    "[fd00::1]",
    "[ff02::1]",
    "printer.local",
    "db.internal",
    "１２７。０。０。１",
    "%6c%6f%63alhost",
  ])("url: https://%s/ is not of the public internet", async (host) => {
    const refusal = await service().refusal("suggestSource", { json: { url: `https://${host}/` } });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toBe(
      "url: must lead to the public internet, not to a private, local or reserved host",
    );
  });
});

describe("on the command line", () => {
  it("a suggestion is listed, approved as a source for documents, or declined", async () => {
    const { data } = service();
    await suggest({ url: "https://slow.example/", name: "Slow Reader" });
    await suggest({ url: "https://paywall.example/" });
    const [second, first] = (await list()).suggestions as { id: string }[];
    const table = (await priorart(data, "suggestions", "list")).stdout;
    expect(table).toMatch(/^Id +Day +State +Address/);
    expect(table).toContain(first!.id.slice(0, 8));

    const approved = await priorart(
      data,
      "suggestions",
      "approve",
      first!.id.slice(0, 8),
      "--access",
      "excerpt",
    );
    expect(approved.stdout).toBe("Declared the source slow-reader (Slow Reader): https://slow.example/\n");
    const declined = await priorart(
      data,
      "suggestions",
      "decline",
      second!.id,
      "--reason",
      "Behind a paywall.",
    );
    expect(declined.stdout).toBe("Declined https://paywall.example/.\n");
    expect((await allSuggestions(data)).slice(0, 2)).toMatchObject([
      { state: "declined", declineReason: "Behind a paywall.", sourceKey: null },
      { state: "approved", sourceKey: "slow-reader" },
    ]);
    expect((await list()).suggestions.map(({ id }) => id)).not.toContain(first!.id);
  });

  it("an impossible decision is refused with exit code 2 and what to do", async () => {
    const { run } = await import("./cli-harness.ts");
    const { data } = service();
    const fails = async (...args: string[]) => {
      const { code, stderr } = await run(["suggestions", ...args, "--data", data]);
      return [code, stderr.trim()];
    };
    await suggest({ url: "https://other.example/" });
    const [{ id }] = (await allSuggestions(data)) as [SuggestionEntry];
    expect(await fails("approve", "00000000")).toEqual([
      2,
      expect.stringContaining("There is no suggestion with this id"),
    ]);
    expect(await fails("approve", "x")).toEqual([
      2,
      expect.stringContaining("id: must be an id from the list"),
    ]);
    expect(await fails("approve", id, "--key", "Bad Key")).toEqual([
      2,
      expect.stringContaining("key: must be lower-case"),
    ]);
    expect(await fails("approve", id, "--key", "slow-ledger")).toEqual([
      2,
      expect.stringContaining("the source slow-ledger (Slow Ledger) already exists; choose another key"),
    ]);
    expect(await fails("decline", id)).toEqual([2, expect.stringContaining("--reason")]);
    await priorart(data, "suggestions", "decline", id, "--reason", "No.");
    expect(await fails("approve", id)).toEqual([2, expect.stringContaining("it was declined: No.")]);
  });
});

describeRefusals({ service, id: "suggestSource", valid: { json: { url: "https://example.org/valid" } } });
