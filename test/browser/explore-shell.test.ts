/** What every page has: the palette and the keys, deep links, sessions that end, two tabs. */

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { firstHeading, type OpenPage, password, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("the explorer", () => {
  const open = useConsole(executable);
  const email = "shell@example.org";
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member(email);
  });

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  it("goes anywhere from the palette: pages, searches, projects by name, what was opened before", async () => {
    const page = await at("/");
    await page.getByRole("heading", { name: firstHeading }).waitFor();
    const palette = page.getByRole("dialog", { name: "Commands" });
    const type = async (text: string) => {
      await page.keyboard.press("Control+k");
      await palette.getByRole("searchbox").waitFor();
      await page.keyboard.type(text);
    };
    await type("pursestring");
    await palette.getByRole("menuitem", { name: /^Pursestring/ }).waitFor();
    // The first entry is chosen a moment after typing has stopped.
    const chosen = page.locator("[data-focused]");
    await palette
      .getByRole("menuitem", { name: /^Search projects/ })
      .and(chosen)
      .waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await palette
      .getByRole("menuitem", { name: /^Pursestring/ })
      .and(chosen)
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Pursestring", level: 1 }).waitFor();
    await type("oracles");
    await palette.getByRole("menuitem", { name: "Search the archive for “oracles”" }).click();
    await page.getByRole("region", { name: "Documents found" }).waitFor();
    expect(new URL(page.url()).search).toBe("?query=oracles");
    await type("purse");
    await palette
      .getByRole("group", { name: "Recent" })
      .getByRole("menuitem", { name: /Pursestring/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await type("faq");
    await palette.getByRole("group", { name: "Pages" }).getByRole("menuitem", { name: /FAQs/ }).click();
    await page.getByRole("heading", { name: "FAQs", level: 1 }).waitFor();
  });

  it("goes to the page's search with /, unless something is being typed", async () => {
    const page = await at("/projects");
    const box = page.getByRole("searchbox");
    await page.getByText("newest first").waitFor();
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement?.type")).toBe("search");
    await page.keyboard.type("a/b");
    expect(await box.inputValue()).toBe("a/b");
    await page.goto(`${open().server.url}/console/account`);
    await page.getByLabel("Current password").fill("x");
    await page.keyboard.press("/");
    expect(await page.getByLabel("Current password").inputValue()).toBe("x/");
    await page.getByRole("heading", { name: "Account", level: 1 }).click();
    await page.keyboard.press("/");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
  });

  it("after a sign-in shows the page that was asked for, and never another site", async () => {
    const visitor = await open().visit("sign-in");
    await visitor.goto(`${open().server.url}/projects?query=wallet&winnersOnly=true`);
    await visitor.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(visitor);
    await visitor.getByRole("region", { name: "Projects found" }).waitFor();
    expect(new URL(visitor.url()).search).toBe("?query=wallet&winnersOnly=true");
    for (const [next, path] of [
      ["/archive?query=oracle", "/archive"],
      ["//evil.example/", "/"],
      ["https://evil.example/", "/"],
      ["/console/sign-in", "/"],
    ] as const) {
      await visitor.context().clearCookies();
      await visitor.goto(`${open().server.url}/console/sign-in?next=${encodeURIComponent(next)}`);
      await visitor.getByRole("heading", { name: "Sign in" }).waitFor();
      await signIn(visitor);
      await expect.poll(() => new URL(visitor.url()).pathname).toBe(path);
      expect(new URL(visitor.url()).origin).toBe(open().server.url);
    }
  });

  it("keeps what was typed when the session ends, and continues after a sign-in", async () => {
    const page = await at("/projects?query=wallet", {});
    await page.getByRole("region", { name: "Projects found" }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("searchbox").fill("oracle for rain");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Sign in" });
    await dialog.waitFor();
    expect(await dialog.getByLabel("E-mail").inputValue()).toBe(email);
    expect(await page.evaluate("document.activeElement?.type")).toBe("password");
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("searchbox").inputValue()).toBe("oracle for rain");
    await page.getByRole("region", { name: "Projects found" }).waitFor();
    expect(new URL(page.url()).searchParams.get("query")).toBe("oracle for rain");
  });

  it("in a second tab notices a sign-out in the first, and shows nothing of the member's", async () => {
    const page = await open().visit("sign-in");
    await signIn(page);
    await page.getByRole("heading", { name: firstHeading }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${open().server.url}/projects?query=wallet`);
    await other.getByRole("region", { name: "Projects found" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await other.getByRole("searchbox").fill("oracle");
    await other.keyboard.press("Enter");
    await other.getByRole("dialog", { name: "Sign in" }).waitFor();
    await other.getByRole("button", { name: "Leave this page" }).click();
    await other.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    expect(await other.content()).not.toContain("Projects found");
  });

  it("at a mistyped address offers the page whose address is nearest", async () => {
    const page = await at("/landscap");
    await page.getByText("There is no page at this address").waitFor();
    await page.locator("main").getByRole("link", { name: "Landscape" }).click();
    await page.getByRole("heading", { name: "Landscape", level: 1 }).waitFor();
  });

  it("shows an unknown address as such, with the navigation", async () => {
    const page = await at("/console/nowhere");
    await page.getByText("There is no page at this address").waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Projects" }).click();
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
  });
});
