/** Pages that are opened again are where they were left. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("a page that is opened again", () => {
  const open = useConsole(executable);
  const left = 1_000;
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("scroll@example.org");
  });

  const results = (page: Page) => page.getByRole("region", { name: "Projects found" }).getByRole("article");

  /** A scrolled list, whose results arrive when they are released from then on. */
  async function scrolled(): Promise<{ page: Page; release(): void }> {
    const page = await at("/projects?query=wallet");
    await results(page).first().waitFor();
    await page.evaluate(`scrollTo(0, ${left})`);
    await expect.poll(() => page.evaluate("scrollY")).toBe(left);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/search/projects", async (route) => {
      await released;
      await route.continue();
    });
    return { page, release };
  }

  const heading = (page: Page) => page.getByRole("heading", { name: "Projects", level: 1 });

  it("is scrolled to where it was left once its content is there, after a reload and after Back", async () => {
    const { page, release } = await scrolled();
    await page.reload();
    await heading(page).waitFor();
    release();
    await expect.poll(() => page.evaluate("scrollY")).toBe(left);
    await page.goto(`${open().server.url}/openapi.json`);
    await page.goBack();
    await results(page).first().waitFor();
    await expect.poll(() => page.evaluate("scrollY")).toBe(left);
  });

  it("stays where a reader scrolls before its content is there", async () => {
    const { page, release } = await scrolled();
    await page.reload();
    await heading(page).waitFor();
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -100);
    release();
    await results(page).first().waitFor();
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await page.evaluate("scrollY")).toBeLessThan(left);
  });

  for (const [path, region, first] of [
    ["/projects?query=wallet", "Similar projects", 6],
    ["/check?idea=A+wallet+for+payments+with+stablecoins", "Who has built this?", 8],
  ] as const)
    it(`has the whole list that was asked for, whose first new item was focused: ${region}`, async () => {
      const page = await at(path);
      if (path.startsWith("/projects")) await results(page).first().getByRole("link").first().click();
      const list = page.getByRole("region", { name: region });
      const items = list.getByRole("article");
      await list.getByRole("button", { name: /^Show \d+ more$/ }).press("Enter");
      await expect.poll(() => items.count()).toBeGreaterThan(first);
      const all = await items.count();
      const link = items.nth(first).getByRole("link").first();
      const name = await link.innerText();
      await expect.poll(() => page.evaluate("document.activeElement.innerText")).toBe(name);
      await link.press("Enter");
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await page.goBack();
      await expect.poll(() => items.count()).toBe(all);
    });
});
