/** The archive in the browser: search, passages, the reader. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("the pages of the archive", () => {
  const open = useConsole(executable);
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("reader@example.org");
  });

  const query = (scope: Page) => Object.fromEntries(new URL(scope.url()).searchParams);

  it("show the sources, search them, and open the reader at the passage, scrolled to and marked", async () => {
    const visitor = await at("/archive");
    await visitor.getByText("documents from 8 sources").waitFor();
    await visitor.getByRole("button", { name: /^Plumbline Security Reports/ }).click();
    await visitor.getByRole("searchbox").fill("oracle price manipulation");
    await visitor.keyboard.press("Enter");
    const found = visitor.getByRole("region", { name: "Documents found" });
    await found.waitFor();
    expect(query(visitor)).toEqual({ query: "oracle price manipulation", sources: "plumbline" });
    await visitor.getByText("ranked by meaning and by words").waitFor();
    for (const row of await found.getByRole("article").allInnerTexts()) expect(row).toContain("Plumbline");
    const title = await found.getByRole("heading").first().innerText();
    const passage = found.getByRole("article").first().getByRole("listitem").getByRole("link").first();
    const words = (await passage.innerText()).replaceAll("…", "").trim().split(/\s+/).slice(2, 8);
    await passage.click();
    await visitor.getByRole("heading", { name: title, level: 1 }).waitFor();
    const mark = visitor.getByRole("article", { name: "Text" }).locator("mark").first();
    await mark.waitFor();
    const { start, end } = { start: Number(query(visitor).at ?? 0), end: Number(query(visitor).end) };
    expect(end).toBeGreaterThan(start);
    await expect
      .poll(() =>
        mark.evaluate((element) => {
          const box = (
            element as unknown as { getBoundingClientRect(): { top: number } }
          ).getBoundingClientRect();
          return box.top > 0 && box.top < 860;
        }),
      )
      .toBe(true);
    const marked = (
      await visitor.getByRole("article", { name: "Text" }).locator("mark").allInnerTexts()
    ).join(" ");
    expect(words.filter((word) => marked.includes(word)).length).toBeGreaterThan(3);
    await visitor.goBack();
    await found.waitFor();
  });

  it("read a long document to its end, with an outline, similar ones, and a way to each heading", async () => {
    const visitor = await at("/archive?query=bramble+oracle");
    await visitor
      .getByRole("region", { name: "Documents found" })
      .getByRole("heading")
      .getByRole("link")
      .first()
      .click();
    const outline = visitor.getByRole("navigation", { name: "Outline" });
    await outline.waitFor();
    const headings = await outline.getByRole("button").allInnerTexts();
    expect(headings.length).toBeGreaterThan(2);
    await outline.getByRole("button").last().click();
    const last = visitor
      .getByRole("article", { name: "Text" })
      .getByRole("heading", { name: headings.at(-1)! })
      .last();
    expect(await last.isVisible()).toBe(true);
    const similar = visitor.getByRole("region", { name: "Similar documents" });
    await expect.poll(() => similar.getByRole("article").count()).toBe(5);
    await similar.getByRole("button", { name: /^Show \d+ more$/ }).click();
    await expect.poll(() => similar.getByRole("article").count()).toBeGreaterThan(5);
    await similar.getByRole("button", { name: "Download the similar documents" }).click();
    const arrived = visitor.waitForEvent("download");
    await visitor.getByRole("menuitem", { name: "CSV" }).click();
    expect((await arrived).suggestedFilename()).toMatch(/^similar-to-.+\.csv$/);
  });

  it("say that only an excerpt can be read, and lead to the original", async () => {
    const visitor = await at("/archive?query=founders+letter&sources=fennimore-letters");
    await visitor
      .getByRole("region", { name: "Documents found" })
      .getByRole("heading")
      .getByRole("link")
      .first()
      .click();
    await visitor.getByText("Only an excerpt can be read here").waitFor();
  });

  it("explain an address that holds nothing: unknown document, malformed id, unknown source, no match", async () => {
    const visitor = await at("/archive/00000000-0000-4000-8000-000000000000");
    await visitor.getByText("There is no document at this address").waitFor();
    await visitor.goto(`${open().server.url}/archive/nonsense`);
    await visitor.getByText("There is no document at this address").waitFor();
    await visitor.goto(`${open().server.url}/archive?query=x&sources=plumblin`);
    await visitor.getByRole("button", { name: "Plumbline Security Reports" }).click();
    expect(query(visitor)).toEqual({ query: "x", sources: "plumbline" });
    await visitor.goto(`${open().server.url}/archive?query=${"y".repeat(501)}`);
    await visitor.getByText("At most 500 characters; these are 501").waitFor();
  });

  it("search broadly on request, and keep everything in the address", async () => {
    const visitor = await at("/archive?query=payments+without+a+signal");
    await visitor.getByRole("region", { name: "Documents found" }).waitFor();
    await visitor.getByText("Broad", { exact: true }).click();
    await expect
      .poll(() => query(visitor))
      .toEqual({ query: "payments without a signal", intent: "ideation" });
    await visitor.getByRole("button", { name: "All sources" }).click();
    await visitor.getByRole("checkbox", { name: "Slow Ledger" }).check();
    await visitor.keyboard.press("Escape");
    await expect
      .poll(() => query(visitor))
      .toEqual({
        query: "payments without a signal",
        sources: "slow-ledger",
        intent: "ideation",
      });
    await visitor.reload();
    await visitor.getByRole("region", { name: "Documents found" }).getByText("Slow Ledger").first().waitFor();
  });
});
