/** The reader of a document that is loaded in several pages. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("the reader of a long document", () => {
  const open = useConsole(executable);
  const pageChars = 20_000;
  const words = "The sequencer orders transactions before they are proven. ";
  const text = Array.from(
    { length: 180 },
    (_, at) => `${at % 9 === 0 ? `## Part ${at / 9}\n\n` : ""}Paragraph ${at}. ${words.repeat(6)}\n\n`,
  ).join("");
  let at: OpenPage;
  let id: string;

  beforeAll(async () => {
    if (executable === null) return;
    at = await open().member("long-reader@example.org");
    const page = await at("/archive?query=bramble+oracle");
    const found = page.getByRole("region", { name: "Documents found" }).getByRole("heading");
    const address = await found.getByRole("link").first().getAttribute("href");
    id = /[0-9a-f-]{36}/.exec(address!)![0];
  });

  /** The demo has no document of several pages: one gets a longer text. */
  async function read(search: string): Promise<Page> {
    const page = await at("/projects");
    await page.route(`**/archives/${id}?*`, async (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get("offset") ?? 0);
      const end = offset + pageChars;
      const document = (await (await route.fetch({ url: unpaged(route.request().url()) })).json()) as object;
      const hasMore = end < text.length;
      await route.fulfill({
        json: {
          ...document,
          content: text.slice(offset, end),
          offset,
          totalChars: text.length,
          nextOffset: hasMore ? end : null,
          hasMore,
        },
      });
    });
    await page.goto(`${open().server.url}/archive/${id}${search}`);
    await page.getByRole("article", { name: "Text" }).waitFor();
    return page;
  }

  function unpaged(url: string): string {
    const target = new URL(url);
    target.searchParams.delete("offset");
    return target.href;
  }

  const topOf = async (place: Locator) => Math.round((await place.boundingBox())!.y);

  for (const scrolled of [0, 600])
    it(`keeps the text in place when the text before is shown: scrolled by ${scrolled}`, async () => {
      const marked = text.indexOf("Paragraph 60.");
      const page = await read(`?at=${marked}&end=${marked + 13}`);
      const mark = page.getByRole("article", { name: "Text" }).locator("mark");
      await mark.waitFor();
      await page.evaluate(`scrollTo(0, ${scrolled})`);
      await expect.poll(() => page.evaluate("scrollY")).toBe(scrolled);
      const before = await topOf(mark);
      await page.getByRole("button", { name: "Show the text before" }).dispatchEvent("click");
      await page.getByRole("heading", { name: "Part 0", exact: true }).waitFor();
      await expect.poll(() => topOf(mark)).toBe(before);
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Text");
    });

  it("says on paper that the text continues", async () => {
    const page = await read("");
    const note = page.getByText(`Printed up to ${Math.floor((pageChars / text.length) * 100)}% of the text`);
    await note.waitFor({ state: "attached" });
    expect(await note.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await note.isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Show more of the text" }).isVisible()).toBe(false);
  });

  it("focuses the heading that is chosen in the outline", async () => {
    const page = await read("");
    await page
      .getByRole("navigation", { name: "Outline" })
      .getByText("Part 3", { exact: true })
      .press("Enter");
    const focused = "document.activeElement.tagName + document.activeElement.textContent";
    expect(await page.evaluate(focused)).toBe("H2Part 3");
  });
});
