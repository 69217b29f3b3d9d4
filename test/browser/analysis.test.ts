/** The idea check, clusters, cohorts, comparisons and technologies, on the demo. */
import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "./axe.ts";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();
const idea = "Escrow for freelancers, paid in stablecoins when both sides agree";
const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;

/** Runs in the page: words in tables of charts that are on more than one line. */
const brokenWords = `[...document.querySelectorAll("main figure :is(th, td)")].flatMap((cell) => {
  const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (const { 0: word, index } of node.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  return broken;
})`;

describe.skipIf(executable === null)("the pages of analysis", () => {
  const open = useConsole(executable);
  let visit: OpenPage;

  beforeAll(async () => {
    if (executable !== null) visit = await open().member("ana@example.org");
  });

  describe("the idea check", () => {
    const section = (page: Page, name: string) => page.getByRole("region", { name });

    it("answers its five questions from one address", async () => {
      const page = await visit("/check");
      await page.getByLabel("Your idea").fill(idea);
      await page.keyboard.press("Enter");
      await section(page, "Who has built this?").getByRole("link").first().waitFor();
      await page.getByRole("figure", { name: "By year" }).waitFor();
      await page.getByRole("figure", { name: "Within the neighborhood" }).waitFor();
      await section(page, "What has been written?").getByRole("article").first().waitFor();
      await page.getByRole("figure", { name: "Technologies of the neighborhood" }).waitFor();
      expect(new URL(page.url()).searchParams.get("idea")).toBe(idea);
      expect(await page.title()).toBe("Idea check · Prior Art");
      await page.reload();
      expect(await page.getByLabel("Your idea").inputValue()).toBe(idea);
    });

    it("leads from a figure to the projects that it counts", async () => {
      const page = await visit(`/check?idea=${encodeURIComponent(idea)}`);
      const bar = page.getByRole("figure", { name: "By category" }).getByRole("link").first();
      const count = Number(/\d+/.exec((await bar.textContent())!.replace(/^\D*/, ""))![0]);
      await bar.click();
      const listed = section(page, "Who has built this?").getByRole("article");
      await page.getByText(`All ${count} project`).waitFor();
      expect(await listed.count()).toBe(count);
      await page.getByRole("button", { name: /^Remove Category/ }).click();
      await page.waitForURL((url) => !url.searchParams.has("categoryKeys"));
      await page.goBack();
      await page.getByText(`All ${count} project`).waitFor();
    });

    it("leads from what no filter selects to its projects, as a list of the map", async () => {
      const query = "Payments with stablecoins for shops";
      const page = await visit(`/check?idea=${encodeURIComponent(query)}`);
      const bar = page.getByRole("figure", { name: "By award" }).getByRole("link", { name: /^No award/ });
      const count = Number(/\d+/.exec((await bar.textContent())!)![0]);
      await bar.click();
      const table = page.getByRole("table", { name: "Projects of the map" });
      await table.waitFor();
      await expect.poll(() => table.getByRole("row").count()).toBe(count + 1);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        query,
        color: "award",
        only: "none",
        view: "table",
      });
    });

    it("shows the winners alone", async () => {
      const page = await visit(`/check?idea=${encodeURIComponent(idea)}`);
      const who = section(page, "Who has built this?");
      await who.getByText("Winners", { exact: true }).click();
      await page.waitForURL(/winnersOnly=true/);
      await expect.poll(() => who.getByText("Honorable mention").count()).toBe(0);
      for (const text of await who.getByRole("article").allTextContents()) expect(text).toContain("Winner");
    });

    it("takes 500 characters, and refuses 501 in the field without losing one", async () => {
      const page = await visit("/check");
      const field = page.getByLabel("Your idea");
      await field.fill("🦀".repeat(501));
      await page.getByText("501 of at most 500 characters: shorten it by 1.").waitFor();
      await page.getByRole("button", { name: "Check the idea" }).click();
      expect(page.url()).toMatch(/\/check$/);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      await field.fill("🦀".repeat(500));
      await page.getByRole("button", { name: "Check the idea" }).click();
      await section(page, "What has been written?").waitFor();
      await field.fill("   ");
      await page.getByRole("button", { name: "Check the idea" }).click();
      await page.getByText("Write what you want to build").waitFor();
    });

    it("copies itself as Markdown", async () => {
      const page = await visit(`/check?idea=${encodeURIComponent(idea)}`, {
        permissions: ["clipboard-read", "clipboard-write"],
      });
      await page.getByRole("figure", { name: "Within the neighborhood" }).waitFor();
      await section(page, "What has been written?").getByRole("article").first().waitFor();
      await page.getByRole("button", { name: "Copy as Markdown" }).click();
      await page.getByText("Copied").waitFor();
      const text = (await page.evaluate("navigator.clipboard.readText()")) as string;
      for (const title of ["Who has built this", "What set winners apart", "What has been written"])
        expect(text).toContain(`## ${title}\n\n- `);
      expect(text).toContain(`> ${idea}`);
    });

    it("says in the copy what was not answered yet", async () => {
      const page = await visit("/check", { permissions: ["clipboard-read", "clipboard-write"] });
      const part = (body: string | null) => body?.includes("winnersOnly") ?? false;
      await page.route("**/search/archives", () => {});
      await page.route("**/neighborhood", (route) =>
        part(route.request().postData()) ? undefined : route.continue(),
      );
      await page.goto(`${open().server.url}/check?idea=${encodeURIComponent(idea)}`);
      await page.getByRole("button", { name: "Copy as Markdown" }).click();
      await page.getByText("Copied").waitFor();
      const text = (await page.evaluate("navigator.clipboard.readText()")) as string;
      for (const title of ["What set winners apart", "What has been written"])
        expect(text).toContain(`## ${title}\n\n- Not answered`);
    });

    it("stays readable when one part fails, and repairs that part alone", async () => {
      const page = await visit("/check");
      await page.route("**/search/archives", (route) =>
        route.fulfill({
          status: 503,
          json: { error: "The archive is being replaced", code: "ARCHIVE_UNAVAILABLE", retryable: false },
        }),
      );
      await page.goto(`${open().server.url}/check?idea=${encodeURIComponent(idea)}`);
      const written = section(page, "What has been written?");
      await written.getByText("The archive is being replaced").waitFor();
      await section(page, "Who has built this?").getByRole("link").first().waitFor();
      await page.unroute("**/search/archives");
      await written.getByRole("button", { name: "Try again" }).click();
      await written.getByRole("article").first().waitFor();
    });

    it("shows hostile text as text", async () => {
      const page = await visit(
        `/check?idea=${encodeURIComponent(hostile)}&categoryKeys=${encodeURIComponent(hostile)}`,
      );
      await section(page, "What has been written?").waitFor();
      expect(await page.getByLabel("Your idea").inputValue()).toBe(hostile);
      expect(await page.locator("main img, main script").count()).toBe(0);
    });
  });

  it("sorts and searches clusters, and shows one in full", async () => {
    const page = await visit("/clusters");
    const rows = page.getByRole("table", { name: "Clusters" }).getByRole("rowheader");
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByRole("button", { name: "Cluster", exact: true }).click();
    await page.waitForURL(/sort=label&ascending=true/);
    const names = await rows.getByRole("link").allTextContents();
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    await page.getByRole("searchbox", { name: "Find a cluster" }).fill(names[1]!);
    await expect.poll(() => rows.count()).toBeLessThan(all);
    await rows.getByRole("link", { name: names[1]!, exact: true }).click();
    await page.getByRole("heading", { name: names[1]!, level: 1 }).waitFor();
    await page.getByRole("figure", { name: "By year" }).waitFor();
    await page.getByRole("link", { name: /^All \d+ project/ }).waitFor();
    await page.goBack();
    await rows.first().waitFor();
    expect(page.url()).toContain("sort=label");
  });

  it("says that a cluster does not exist, and offers the nearest", async () => {
    const page = await visit("/clusters");
    const first = page.getByRole("table").getByRole("link").first();
    const href = (await first.getAttribute("href"))!;
    await page.goto(`${open().server.url}${href}9`);
    await page.getByText("There is no cluster").waitFor();
    await page.locator(`main a[href="${href}"]`).first().click();
    await page.getByRole("heading", { name: /[A-Z]/, level: 1 }).waitFor();
    await page.goto(`${open().server.url}/clusters/${encodeURIComponent(hostile)}`);
    await page.getByText("There is no cluster").waitFor();
  });

  it("builds a cohort, counts it, and leads to each bucket", async () => {
    const page = await visit("/analyze");
    const total = page.getByRole("status").filter({ hasText: "projects" });
    await total.getByText("127 projects").waitFor();
    await page.getByRole("button", { name: "Hackathons" }).click();
    await page.getByRole("searchbox", { name: "Filter hackathons" }).fill("meridian");
    await page.getByRole("option", { name: /Meridian/ }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Winners only" }).click();
    await page.waitForURL(/hackathons=.*winnersOnly=true/);
    await expect.poll(() => total.textContent()).not.toContain("127");
    const bar = page.getByRole("figure", { name: "Tech stack" }).getByRole("link").first();
    expect(await bar.getAttribute("href")).toMatch(/^\/projects\?hackathons=.*&winnersOnly=true&techStack=/);
    await page.getByRole("link", { name: "Compare with all projects" }).click();
    await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
    await page.waitForURL(/a\.hackathons=.*a\.winnersOnly=true/);
  });

  it("names a key that does not exist, and replaces it by the nearest", async () => {
    const page = await visit("/analyze?hackathons=meridian-2032,nothing-like-it-at-all");
    const notice = page.getByRole("status").filter({ hasText: "do not exist here" });
    await notice
      .getByRole("listitem")
      .filter({ hasText: "nothing-like-it-at-all" })
      .getByText("Remove it")
      .click();
    await notice.getByRole("button", { name: "Meridian 2023" }).click();
    await page.waitForURL(/hackathons=meridian-2023$/);
    expect(await notice.count()).toBe(0);
    await page.getByRole("figure", { name: "Clusters" }).waitFor();
  });

  it("compares two cohorts, swaps them, and orders the rows", async () => {
    const page = await visit("/compare");
    const figure = page.getByRole("figure", { name: "Tech stack" });
    await figure.waitFor();
    const before = await figure.textContent();
    await page.getByText("Most common").click();
    await expect.poll(() => figure.textContent()).not.toBe(before);
    await page.getByRole("button", { name: "Swap the two cohorts" }).click();
    await page.waitForURL(/b\.winnersOnly=true/);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes("b.winnersOnly"));
    expect(await figure.getByRole("link").first().getAttribute("href")).toMatch(
      /winnersOnly=true&techStack=/,
    );
  });

  it("ranks technologies, shows their trends and pairs, and one in full", async () => {
    const page = await visit("/technologies");
    await page
      .getByRole("figure", { name: "All technologies" })
      .getByRole("link", { name: /^typescript/ })
      .waitFor();
    await page.getByText("Trends", { exact: true }).click();
    const lines = page.getByRole("img", { name: /lines of typescript/ });
    await lines.waitFor();
    expect(await lines.locator("style").count()).toBe(0);
    await page.getByText("Used together", { exact: true }).click();
    await page.getByRole("table", { name: "Used together" }).waitFor();
    await page.goto(`${open().server.url}/technologies?technology=languages:rust`);
    await page.getByRole("figure", { name: "By event" }).waitFor();
    await page.getByRole("figure", { name: "Used together with" }).getByRole("link").first().click();
    await page.getByRole("link", { name: "Show its projects" }).waitFor();
    await page.goto(`${open().server.url}/technologies?technology=languages:rusty`);
    await page.getByText("No project here is known to use “rusty”").waitFor();
    await page.getByRole("link", { name: "rust", exact: true }).click();
    await page.getByRole("heading", { name: "rust", level: 1 }).waitFor();
  });

  it("names a hackathon of technologies that does not exist, and replaces it by the nearest", async () => {
    const page = await visit("/technologies?hackathonSlugs=meridian-2032");
    await page.getByText("do not exist here").waitFor();
    await page.getByRole("button", { name: "Meridian 2023" }).first().click();
    await page.waitForURL(/hackathonSlugs=meridian-2023/);
    await page.getByRole("figure", { name: "All technologies" }).getByRole("link").first().waitFor();
  });

  it("draws bars as wide as a phone allows", async () => {
    const page = await visit("/analyze?dimensions=techStack", { viewport: { width: 390, height: 844 } });
    const chart = page.getByRole("figure", { name: "Tech stack" });
    const longest = chart.getByRole("listitem").first().locator("[aria-hidden] > span");
    await longest.waitFor();
    const [bar, whole] = [await longest.boundingBox(), await chart.boundingBox()];
    expect(bar!.width).toBeGreaterThan(0.9 * whole!.width);
  });

  it("draws dumbbells as wide as a phone allows, below their names", async () => {
    const page = await visit("/compare", { viewport: { width: 390, height: 844 } });
    const chart = page.getByRole("figure", { name: "Tech stack" });
    const rows = chart.getByRole("list").last().getByRole("listitem");
    await rows.first().waitFor();
    const whole = (await chart.boundingBox())!;
    for (const row of await rows.all()) {
      const drawing = row.locator("[aria-hidden].relative");
      const [label, line] = [await row.locator("[title]").boundingBox(), await drawing.boundingBox()];
      expect(line!.width).toBeGreaterThan(0.8 * whole.width);
      expect(line!.y).toBeGreaterThanOrEqual(label!.y + label!.height);
      const marks = await drawing.locator("[style*=left]").all();
      expect(marks).toHaveLength(3);
      for (const mark of marks) {
        const { x, width } = (await mark.boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(whole.x);
        expect(x + width).toBeLessThanOrEqual(whole.x + whole.width);
      }
    }
  });

  it("shows all columns of the clusters at every width", async () => {
    const page = await visit("/clusters");
    const table = page.getByRole("table", { name: "Clusters" });
    await table.waitFor();
    for (const width of [640, 720, 800, 960, 1024, 1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 860 });
      const [inner, outer] = [await table.boundingBox(), await table.locator("..").boundingBox()];
      expect(inner!.width, `at ${width}`).toBeLessThanOrEqual(outer!.width);
    }
  });

  it("writes tables of charts as the charts do, without breaks in words and numbers", async () => {
    const page = await visit("/compare");
    await page.getByRole("button", { name: "Show Clusters as a table" }).click();
    const table = page.getByRole("table", { name: "Clusters" });
    await table.waitFor();
    for (const text of await table.getByRole("row").nth(2).locator("td").allTextContents())
      expect(text).toMatch(/^(<?[\d.,]+[%×]?)$/);
    const shares = await table.locator("tbody td:nth-child(3)").allTextContents();
    expect(shares.filter((share) => !share.endsWith("%"))).toEqual([]);
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(brokenWords), `at ${width}`).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      await expectAccessible(page, `the table of a chart at ${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const box = page.getByRole("region", { name: "Clusters" });
    const [height, natural] = [(await box.boundingBox())!.height, (await table.boundingBox())!.height];
    expect(height).toBeGreaterThanOrEqual(Math.min(natural, 600));
    expect(height).toBeLessThanOrEqual(Math.min(natural + 20, 720));
  });

  it("prints on wide paper without a column for the navigation", async () => {
    const page = await visit(`/check?idea=${encodeURIComponent(idea)}`);
    await page.getByRole("figure", { name: "By year" }).waitFor();
    await page.emulateMedia({ media: "print" });
    for (const width of [700, 960, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.getByRole("main").boundingBox())!.width, `at ${width}`).toBeGreaterThan(width - 30);
    }
  });

  it("shows every chart as a table, and saves it as CSV, SVG and PNG", async () => {
    const page = await visit("/analyze?dimensions=techStack");
    await page.getByRole("button", { name: "Show Tech stack as a table" }).click();
    const table = page.getByRole("table", { name: "Tech stack" });
    const [name, count] = await table.getByRole("row").nth(1).locator("th, td").allTextContents();
    const save = async (format: string): Promise<Buffer> => {
      await page.getByRole("button", { name: "Download Tech stack" }).click();
      const saved: Promise<Download> = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: format }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(`tech-stack.${format.toLowerCase()}`);
      return readFile(await download.path());
    };
    expect((await save("CSV")).toString()).toMatch(
      new RegExp(`^Name,Projects,Share\r\n${name},${count},0\\.`),
    );
    const svg = (await save("SVG")).toString();
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain(">Tech stack</text>");
    expect(svg).not.toMatch(/var\(|<style/);
    expect((await save("PNG")).subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"));
  });
});
