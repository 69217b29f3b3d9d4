import { describe, expect, it } from "vitest";
import { withoutAskingWords } from "./asking-words.ts";

describe("withoutAskingWords", () => {
  it.each([
    ["Has anyone built a way to split bills?", "split bills?"],
    ["did someone make a tool that turns speech into notes?", "turns speech into notes?"],
    ["Are there projects that let refugees prove their identity", "let refugees prove their identity"],
    ["Is there a marketplace for used church organs?", "marketplace for used church organs?"],
    ["Who has built a way for agents to pay each other?", "agents to pay each other?"],
    ["Which projects help kids learn", "help kids learn"],
    ["What exists for coordinating volunteers", "coordinating volunteers"],
    ["What has been written about proposer boost?", "proposer boost?"],
    ["Is there an app that works without documents?", "works without documents?"],
    ["show me age verification startups", "age verification"],
    ["find projects about parking", "parking"],
    ["I'm looking for apps that find a parking spot", "find a parking spot"],
  ])("%s → %s", (query, rest) => {
    expect(withoutAskingWords(query)).toBe(rest);
  });

  it.each([
    "find bugs in code",
    "find my friends",
    "get paid in crypto",
    "make a wish",
    "tools for thought",
    "project management",
    "payments startups",
    "how do light clients verify headers",
    "is written in rust",
    "Has anyone built",
    "who made you",
    "show me",
    "",
  ])("leaves %s as it is", (query) => {
    expect(withoutAskingWords(query)).toBe(query);
  });
});
