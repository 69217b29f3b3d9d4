import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evidenceOf } from "./evidence.ts";

describe("evidenceOf", () => {
  it("has the file and the quote", () => {
    expect(evidenceOf("package.json", '"next": "14.1.0"')).toBe('package.json: "next": "14.1.0"');
    expect(evidenceOf("Anchor.toml", "")).toBe("Anchor.toml");
  });

  it("has at most 120 code points, and shortens a long path before the quote", () => {
    const unit = fc.constantFrom(
      "a",
      "Z",
      "9",
      "/",
      ".",
      " ",
      ":",
      "é",
      "😀",
      "\u0000",
      "\u202e",
      "\ud800",
      "\n",
    );
    const text = fc.string({ unit, maxLength: 300 });
    fc.assert(
      fc.property(text, text, (file, quote) => {
        const evidence = evidenceOf(file, quote);
        expect([...evidence].length).toBeLessThanOrEqual(120);
        expect(evidence).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
    const long = evidenceOf(`${"folder/".repeat(30)}package.json`, '"next": "14.1.0"');
    expect(long.endsWith('/package.json: "next": "14.1.0"')).toBe(true);
    expect(long.startsWith("…/")).toBe(true);
    expect(evidenceOf("a", "😀".repeat(200))).toBe(`a: ${"😀".repeat(116)}…`);
  });

  it("hides a key inside a name", () => {
    for (const secret of [
      "sk-proj-abc123def456ghi789jkl",
      "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
      "AKIAIOSFODNN7EXAMPLE",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
      "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
      "4c0883a69102937d6231471b5dbb6204fe512961",
    ]) {
      const evidence = evidenceOf("a.ts", `name ${secret}`);
      expect(evidence, secret).not.toContain(secret.slice(-12));
    }
  });

  it("keeps names that are only long", () => {
    const name = "NEXT_PUBLIC_WALLETCONNECT_V2_PROJECT_ID_FOR_TESTS";
    expect(evidenceOf(".env.example", name)).toBe(`.env.example: ${name}`);
    const path = "contracts/interfaces/ILendingPoolAddressesProviderRegistryV2.sol";
    expect(evidenceOf(path, "")).toContain(".sol");
  });
});
