/** Where the focus goes when a page changes under it. */

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { firstHeading, type OpenPage, password, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("the focus", () => {
  const open = useConsole(executable);
  const email = "keyboard@example.org";
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member(email);
  });

  /** The text of the focused heading; empty where something else is focused. */
  const focused = (page: Page) =>
    page.evaluate(
      "/^H[1-6]$/.test(document.activeElement.tagName) ? document.activeElement.textContent : ''",
    ) as Promise<string>;

  it("goes to the heading of the results after Next and Previous", async () => {
    const page = await at("/projects");
    await page.getByText("newest first").waitFor();
    expect(await focused(page)).toBe("");
    await page.getByRole("button", { name: "Next" }).press("Enter");
    await expect.poll(() => focused(page)).toContain("Results 21–40");
    await page.getByRole("button", { name: "Previous" }).press("Enter");
    await expect.poll(() => focused(page)).toContain("Results 1–20");
    // The demo has too few documents for two pages.
    await page.route("**/search/archives", async (route) => {
      const postData = { ...route.request().postDataJSON(), offset: 0 };
      const body = (await (await route.fetch({ postData })).json()) as object;
      await route.fulfill({ json: { ...body, hasMore: true } });
    });
    await page.goto(`${open().server.url}/archive?query=wallet`);
    await page.getByRole("button", { name: "Next" }).press("Enter");
    await expect.poll(() => focused(page)).toContain("Results 11–");
  });

  it("skips the filters on request", async () => {
    const page = await at("/projects?query=wallet");
    await page.getByText("The nearest of").waitFor();
    await page.getByRole("button", { name: "Search", exact: true }).last().focus();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("button", { name: "Skip to results" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe(await skip.innerText());
    await page.keyboard.press("Enter");
    expect(await focused(page)).toContain("The nearest of");
  });

  for (const [path, heading] of [
    ["/projects", "Projects"],
    ["/", firstHeading],
  ] as const)
    it(`goes to the heading of the page after a sign-in: ${path}`, async () => {
      const page = await open().visit("sign-in");
      await page.goto(`${open().server.url}${path}`);
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await expect.poll(() => focused(page)).toBe(heading);
    });

  it("goes to the heading of the answer after an example of the idea check was chosen", async () => {
    const page = await at("/check");
    await page.getByRole("button", { name: /^A wallet for families/ }).click();
    await page.getByText("Projects nearby").waitFor();
    await expect.poll(() => focused(page)).not.toBe("");
    expect(await focused(page)).toBe(await page.locator("main h2").first().innerText());
  });

  const label = (page: Page) =>
    page.evaluate("document.activeElement.getAttribute('aria-label')") as Promise<string | null>;

  for (const [path, heading] of [
    ["/projects?query=wallet", "Projects"],
    ["/check?idea=A+wallet+for+payments+with+stablecoins", "Who has built this?"],
  ] as const)
    it(`goes to the next chip after a filter was removed, after the last one to a heading: ${path}`, async () => {
      const page = await at(`${path}&winnersOnly=true&acceleratorOnly=true`);
      const chips = page
        .getByRole("list", { name: "Chosen filters" })
        .getByRole("button", { name: /^Remove/ });
      await expect.poll(() => chips.count()).toBe(2);
      const [first, second] = [chips.first(), await chips.last().getAttribute("aria-label")];
      await first.press("Enter");
      await expect.poll(() => chips.count()).toBe(1);
      // The idea check asks for its list again, meanwhile without chips.
      if (path.startsWith("/projects")) expect(await label(page)).toBe(second);
      else await expect.poll(() => focused(page)).toBe(heading);
      await chips.first().press("Enter");
      await expect.poll(() => focused(page)).toBe(heading);
    });

  it("goes to the first new value of a filter that is shown in full", async () => {
    const page = await at("/projects");
    await page
      .getByRole("button", { name: /^Show all \d+$/ })
      .first()
      .press("Enter");
    const at8 =
      "[...document.activeElement.closest('ul').querySelectorAll('input')].indexOf(document.activeElement)";
    expect(await page.evaluate(at8)).toBe(8);
  });

  it("goes to the legend after the selection of the map was cleared", async () => {
    const page = await at("/landscape?query=wallet");
    await page.getByRole("button", { name: "Clear the selection" }).press("Enter");
    await page.getByRole("button", { name: "Clear the selection" }).waitFor({ state: "detached" });
    expect(await label(page)).toBe("Legend and selection");
  });
});
