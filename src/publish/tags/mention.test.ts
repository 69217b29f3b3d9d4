import { describe, expect, it } from "vitest";
import type { TagKind } from "../../corpus/projects/project-layout.ts";
import { isAside, isAudience, isSaidOfProject, type Mention } from "./mention.ts";
import { readWords, type Words } from "./words.ts";

/** The mention is marked by square brackets, which are removed first. */
function read(marked: string, kind: TagKind): { words: Words; mention: Mention } {
  const before = readWords(marked.slice(0, marked.indexOf("["))).tokens.length;
  const inside = readWords(marked.slice(marked.indexOf("[") + 1, marked.indexOf("]"))).tokens.length;
  const words = readWords(marked.replace(/[[\]]/g, ""));
  return { words, mention: { kind, start: before, end: before + inside } };
}

const said = (marked: string, kind: TagKind = "solutionTags") => {
  const { words, mention } = read(marked, kind);
  return isSaidOfProject(words, mention);
};

describe("isSaidOfProject", () => {
  it.each([
    "There is no [mobile wallet] in it",
    "Works without a [smart contract]",
    "It doesn't need any [escrow]",
    "It replaces the old [block explorer] of the town",
    "Like other [prediction markets], it is slow",
    "An alternative to [dao tooling]",
    "We plan to add [payroll] next year",
    "In the future a [bridge] will follow",
    "[Smart contracts] are not used",
    "[Escrow] is out of scope",
  ])("is false for negated, compared or planned mentions: %s", (text) => {
    expect(said(text)).toBe(false);
  });

  it.each([
    "A [mobile wallet] without seed phrases",
    "Not a bank but a [smart wallet]",
    "Not only a wallet; also a [bridge]",
    "No banks, and a [block explorer]",
    "We planned for a year. It is a [payroll]",
    "The [escrow] pays when the goods arrive",
  ])("is true for statements about the project: %s", (text) => {
    expect(said(text)).toBe(true);
  });

  it("accepts a negated problem as a problem", () => {
    expect(said("No more [late payments]", "problemTags")).toBe(true);
  });

  it("distinguishes the team from the target users", () => {
    expect(said("We are four [students] from Lima", "targetUsers")).toBe(false);
    expect(said("As computer science [students] we know this", "targetUsers")).toBe(false);
    expect(said("An app for [students]", "targetUsers")).toBe(true);
    expect(said("It is not for [traders]", "targetUsers")).toBe(false);
  });
});

describe("isAside", () => {
  const aside = (marked: string, kind: TagKind = "solutionTags") => {
    const { words, mention } = read(marked, kind);
    return isAside(words, mention);
  };

  it.each([
    "Swaps between chains using [escrow]",
    "Trade via a [dutch auction]",
    "Insurance powered by [prediction markets]",
    "A checker of [crypto wallet] addresses",
    "A [mini app] builder",
  ])("is true for means, and for what a part or a tool is for: %s", (text) => {
    expect(aside(text)).toBe(true);
  });

  it.each([
    "AI powered [escrow] for freelancers",
    "An [escrow] using smart contracts",
    "A [crypto wallet] for families",
    "Pay using coins, then [escrow]",
    "A [crypto wallet], contracts included",
  ])("is false for what the project is: %s", (text) => {
    expect(aside(text)).toBe(false);
  });

  it("is false for building blocks, which are means", () => {
    expect(aside("Swaps using [zero-knowledge proofs]", "primitives")).toBe(false);
  });
});

describe("isAudience", () => {
  const audience = (marked: string) => {
    const { words, mention } = read(marked, "targetUsers");
    return isAudience(words, mention);
  };

  it("detects the target users within the clause", () => {
    expect(audience("It helps young [students] learn")).toBe(true);
    expect(audience("Built for [teachers]")).toBe(true);
    expect(audience("It is for sale, [teachers] say")).toBe(false);
    expect(audience("The [teachers] came")).toBe(false);
  });
});
