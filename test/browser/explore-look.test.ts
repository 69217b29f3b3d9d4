/** Every page of the explorer, light, dark and on a phone: no accessibility violation, and not wider than its window. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "./axe.ts";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

const window = { width: 1280, height: 860 };
const looks = [
  ["light", "light", window],
  ["dark", "dark", window],
  ["phone", "light", { width: 360, height: 740 }],
] as const;

const idea = encodeURIComponent("Escrow for freelancers, paid in stablecoins when both sides agree");

/** Each address with a text of the finished page. */
const places = [
  ["/", "Recent hackathons"],
  ["/projects?query=wallet+for+agents&winnersOnly=true", "The nearest of"],
  ["/projects?techStack=nothing+like+it&hackathons=northwind-2052", "do not exist here"],
  ["/projects/pursestring", "More in the archive"],
  ["/projects/pursestrin", "Did you mean"],
  ["/archive", "documents from 8 sources"],
  ["/archive?query=oracle+price", "ranked by meaning"],
  ["/archive/00000000-0000-4000-8000-000000000000", "There is no document"],
  ["/check", "For example"],
  [`/check?idea=${idea}`, "Technologies of the neighborhood"],
  ["/landscape", "Color: cluster"],
  ["/landscape?view=table", "Color: cluster"],
  ["/clusters", "Winners over time"],
  ["/analyze", "Tech stack"],
  ["/compare", "Greatest difference"],
  ["/technologies", "All technologies"],
  ["/technologies?view=trends", "from event to event"],
  ["/technologies?view=together", "Of the projects with"],
  ["/technologies?technology=languages:rust", "Used together with"],
  ["/shortlists", "No lists yet"],
  ["/saved", "No saved searches yet"],
  ["/suggest", "Your suggestions"],
  ["/console/nowhere", "There is no page"],
] as const;

describe.skipIf(executable === null)("the look of the explorer", () => {
  const open = useConsole(executable);
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("looks@example.org");
  });

  async function expectLooks(page: Page, name: string): Promise<void> {
    for (const [look, colorScheme, size] of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      const wider = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
      expect(wider, `${name}, ${look}, is wider than its window`).toBeLessThanOrEqual(0);
      await expectAccessible(page, `${name}, ${look}`);
    }
  }

  for (const [address, sign] of places)
    it(`is accessible and fits: ${address.slice(0, 60)}`, async () => {
      const page = await at(address);
      await page.getByText(sign).first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      await expectLooks(page, address);
    });

  it("is accessible and fits: a document, a cluster and the palette", async () => {
    const page = await at("/archive?query=oracle+price");
    const found = page.getByRole("region", { name: "Documents found" });
    await found.getByRole("listitem").getByRole("link").first().click();
    await page.getByRole("article", { name: "Text" }).waitFor();
    await page.getByRole("heading", { name: "Similar documents" }).waitFor();
    await expectLooks(page, "a document");
    await page.setViewportSize(window);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Commands" }).getByRole("menuitem").first().waitFor();
    await expectLooks(page, "the palette");
    await page.goto(`${open().server.url}/clusters`);
    await page.getByRole("table", { name: "Clusters" }).getByRole("link").first().click();
    await page.getByRole("figure", { name: "By year" }).waitFor();
    await expectLooks(page, "a cluster");
  });
});
