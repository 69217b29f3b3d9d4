/** Lists of results: how many there are, what is old, the way back to them, addresses with values that mean nothing. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, password, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("a list of results", () => {
  const open = useConsole(executable);
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("lists@example.org");
  });

  const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
  const projects = (page: Page) => page.getByRole("region", { name: "Projects found" });
  const documents = (page: Page) => page.getByRole("region", { name: "Documents found" });

  /** Holds requests of an operation until the returned function is called. */
  async function hold(page: Page, path: string): Promise<() => void> {
    let release = () => {};
    const free = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      await free;
      await route.continue();
    });
    return release;
  }

  it("says how many documents match where only three of a source are shown, and shows all of each source", async () => {
    const page = await at("/archive");
    const answer = async (ask: () => Promise<unknown>) => {
      const arrived = page.waitForResponse("**/search/archives");
      await ask();
      return (await (await arrived).json()) as { totalFound: number; totalMatched: number };
    };
    const address = `${open().server.url}/archive?query=wallet`;
    const capped = await answer(() => page.goto(`${address}&maxDocsPerSource=1`));
    expect(capped.totalMatched).toBeGreaterThan(capped.totalFound);
    await page
      .getByText(
        `${capped.totalFound} of ${capped.totalMatched} matching documents: at most one of one source`,
      )
      .waitFor();
    const showAll = page.getByRole("checkbox", { name: "Show all of each source" });
    const all = await answer(() => showAll.check());
    expect(all.totalFound).toBe(capped.totalMatched);
    await page.getByText(`${all.totalFound} documents, ranked`).waitFor();
    expect(query(page)).toEqual({ query: "wallet", maxDocsPerSource: "0" });
    await showAll.uncheck();
    await page.waitForURL(address);
    // The demo has too few documents for the usual limit.
    await page.route("**/search/archives", async (route) => {
      const body = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...body, totalFound: 10, totalMatched: 1296 } });
    });
    await page.goto(address);
    await page.getByText("10 of 1,296 matching documents: at most three of one source").waitFor();
    await page.unroute("**/search/archives");
    // One source has no limit.
    await page.goto(`${open().server.url}/archive?query=oracle&sources=plumbline`);
    await documents(page).waitFor();
    expect(await showAll.count()).toBe(0);
  });

  it("is led back to as it was, from a project and from a document", async () => {
    const email = "returning@example.org";
    const page = await (await open().member(email))("/projects?query=wallet");
    await page.getByRole("checkbox", { name: "Winners only" }).check();
    await page.waitForURL(/winnersOnly/);
    await projects(page).getByRole("heading").getByRole("link").first().click();
    const up = page.getByRole("navigation", { name: "Up" }).getByRole("link");
    await up.waitFor();
    await page.reload();
    await up.click();
    await projects(page).waitFor();
    expect(query(page)).toEqual({ query: "wallet", winnersOnly: "true" });

    await page.goto(`${open().server.url}/archive?query=oracle&intent=ideation`);
    await documents(page).getByRole("heading").getByRole("link").first().click();
    await page.getByRole("article", { name: "Text" }).waitFor();
    await page.getByRole("link", { name: "Archive" }).and(up).click();
    await documents(page).waitFor();
    expect(query(page)).toEqual({ query: "oracle", intent: "ideation" });

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.goto(`${open().server.url}/projects/pursestring`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Projects" }).and(up).click();
    await page.getByText("newest first").waitFor();
    expect(query(page)).toEqual({});
  });

  for (const [path, operation, found] of [
    ["/projects?query=wallet", "**/search/projects", projects],
    ["/archive?query=wallet", "**/search/archives", documents],
  ] as const)
    it(`is marked as old while the next one is searched for: ${path}`, async () => {
      const page = await at(path);
      await found(page).waitFor();
      const release = await hold(page, operation);
      await page.getByRole("searchbox").fill("oracle");
      await page.keyboard.press("Enter");
      const status = page.getByRole("status").filter({ hasText: "Searching…" });
      await status.waitFor();
      const busy = page.locator("main [aria-busy=true]");
      await busy.and(page.locator(":has(article)")).waitFor();
      // Within a busy region nothing is announced.
      expect(await busy.getByRole("status").count()).toBe(0);
      release();
      await status.waitFor({ state: "detached" });
      expect(await busy.count()).toBe(0);
    });

  it("leaves out values of an address that mean nothing, and says so", async () => {
    const page = await at("/projects?offset=abc&winnersOnly=banana&diversify=false");
    await projects(page).waitFor();
    const note = page.getByRole("status").filter({ hasText: "Ignored in this address" });
    const text = await note.innerText();
    expect(text).toContain("offset=abc");
    expect(text).toContain("winnersOnly=banana");
    expect(text).not.toContain("diversify");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.getByRole("checkbox", { name: "Winners only" }).check();
    await note.waitFor({ state: "detached" });
    expect(query(page)).toEqual({ winnersOnly: "true" });

    await page.goto(`${open().server.url}/archive?query=oracle&maxChunksPerDoc=99&minSimilarity=high`);
    await documents(page).waitFor();
    expect(await note.innerText()).toContain("maxChunksPerDoc=99");
    expect(await note.innerText()).toContain("minSimilarity=high");

    await page.goto(`${open().server.url}/check?idea=A+wallet+for+agents&winnersOnly=banana`);
    await page.getByRole("region", { name: "Who has built this?" }).getByRole("article").first().waitFor();
    expect(await note.innerText()).toContain("winnersOnly=banana");

    await page.goto(`${open().server.url}/technologies?view=banana`);
    await page.getByText("All technologies").waitFor();
    expect(await note.innerText()).toContain("view=banana");

    await page.goto(`${open().server.url}/archive?query=oracle`);
    await documents(page).getByRole("heading").getByRole("link").first().click();
    await page.waitForURL(/\/archive\/./);
    await page.goto(`${page.url().split("?")[0]}?at=abc`);
    await page.getByRole("article", { name: "Text" }).waitFor();
  });
});
