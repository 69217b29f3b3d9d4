/** What members keep and send: shortlists, saved searches, suggestions and feedback. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "./axe.ts";
import { findBrowser } from "./browser.ts";
import { choose, type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("what members keep and send", () => {
  const open = useConsole(executable);
  const go = (page: Page, path: string) => page.goto(open().server.url + path);
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("collects@example.org");
  });

  it("a shortlist: collected from pages, noted, shared with a member who copies it, exported, deleted", async () => {
    const page = await at("/projects/pursestring");
    await page.getByRole("button", { name: "Shortlist" }).click();
    const lists = page.getByRole("dialog", { name: "Shortlists" });
    await lists.getByLabel("Name of a new list").fill("Agents' wallets");
    await page.keyboard.press("Enter");
    await lists.getByRole("checkbox", { name: "Agents' wallets" }).waitFor();
    expect(await lists.getByRole("checkbox", { name: "Agents' wallets" }).isChecked()).toBe(true);
    await page.keyboard.press("Escape");

    await go(page, "/archive?query=oracle+price");
    await page
      .getByRole("region", { name: "Documents found" })
      .getByRole("heading")
      .first()
      .getByRole("link")
      .click();
    await page.getByRole("article", { name: "Text" }).waitFor();
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    await page.getByRole("button", { name: "Shortlist" }).click();
    await lists.getByRole("checkbox", { name: "Agents' wallets" }).check();
    await page.keyboard.press("Escape");

    await go(page, "/shortlists");
    const list = page.getByRole("link", { name: /Agents' wallets.*2 items/ });
    await list.waitFor();
    await expectAccessible(page, "shortlists");
    await list.click();
    await page.getByRole("link", { name: title }).waitFor();
    await page.getByRole("button", { name: "Add a note to Pursestring" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Nearest to ours.\n<b>Ask them</b>");
    await page.getByRole("button", { name: "Save the note" }).click();
    await page.getByText("<b>Ask them</b>").waitFor();
    await expectAccessible(page, "shortlist");

    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "CSV" }).click();
    const file = readFileSync(await (await download).path(), "utf8");
    expect(file).toContain("pursestring");
    expect(file).toContain(title);

    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Create a link" }).click();
    const link = await page.getByRole("textbox", { name: "Link to the list" }).inputValue();
    await page.getByRole("button", { name: "Done" }).click();
    const other = await (await open().member("copies@example.org"))(new URL(link).pathname);
    await other.getByText("Another member shares this list").waitFor();
    await other.getByRole("button", { name: "Copy to my lists" }).click();
    await other.getByRole("button", { name: "Share" }).waitFor();
    expect(await other.getByRole("link", { name: "Pursestring" }).count()).toBe(1);

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete the list" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No lists yet").waitFor();
    await other.goto(link);
    await other.getByText("There is no list at this address").waitFor();
  });

  it("a saved search: stored on request only, opened again with its whole view, renamed, deleted", async () => {
    const page = await at("/projects?query=wallet+for+agents&winnersOnly=true");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Save this search" });
    expect(await dialog.getByLabel("Name").inputValue()).toBe("wallet for agents");
    await dialog.getByText("The service stores its text and filters").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The search is saved").waitFor();
    await go(page, "/saved");
    await page.getByRole("link", { name: "wallet for agents" }).waitFor();
    await expectAccessible(page, "saved searches");
    await page.getByRole("button", { name: "More about wallet for agents" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Agents");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Agents" }).click();
    await page.getByRole("region", { name: "Projects found" }).waitFor();
    expect(new URL(page.url()).search).toBe("?query=wallet+for+agents&winnersOnly=true");
    await page.goBack();
    await page.getByRole("button", { name: "More about Agents" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("No saved searches yet").waitFor();
  });

  it("a suggestion and feedback: sent, listed with their state; what is wrong is said", async () => {
    const page = await at("/suggest");
    await page.getByLabel("Address").fill("http://127.0.0.1/private");
    await page.getByRole("button", { name: "Suggest it" }).click();
    expect(await page.getByRole("alert").innerText()).toContain("url");
    expect(await page.getByLabel("Address").inputValue()).toBe("http://127.0.0.1/private");
    await page.getByLabel("Address").fill("https://papers.example.com/");
    await page.getByLabel("Name").fill("Papers");
    await page.getByRole("button", { name: "Suggest it" }).click();
    await page.getByText("Thanks! We'll review your suggestion.").waitFor();
    await page.getByRole("region", { name: "Your suggestions" }).getByText("Under review").waitFor();
    await expectAccessible(page, "suggest");
    await page.getByRole("tab", { name: "Give feedback" }).click();
    await choose(page, "About", "An idea");
    await page.getByLabel("Message").fill("A filter for the team's size would help.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "Your feedback" }).getByText("An idea").waitFor();
    expect(await page.getByLabel("Message").inputValue()).toBe("");
    await expectAccessible(page, "feedback");
    await page.reload();
    await page.getByRole("tab", { name: "Give feedback", selected: true }).waitFor();
  });
});
