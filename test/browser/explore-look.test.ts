/** Each page of projects and the archive, light, dark and on a phone: accessible, and not wider than its window. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "./axe.ts";
import { findBrowser } from "./browser.ts";
import { shoot, useConsole } from "./console.ts";

const executable = findBrowser();

const looks: readonly { name: string; options: BrowserContextOptions }[] = [
  { name: "light", options: { colorScheme: "light" } },
  { name: "dark", options: { colorScheme: "dark" } },
  { name: "phone", options: { colorScheme: "light", viewport: { width: 360, height: 740 }, hasTouch: true } },
];

const places = [
  ["home", "/", "Recent hackathons"],
  ["projects", "/projects?query=wallet+for+agents&winnersOnly=true", "The nearest of"],
  ["projects-browse", "/projects?techStack=nothing+like+it&hackathons=northwind-2052", "do not exist here"],
  ["project", "/projects/pursestring", "More in the archive"],
  ["project-unknown", "/projects/pursestrin", "Did you mean"],
  ["archive", "/archive", "documents of 8 sources"],
  ["archive-results", "/archive?query=oracle+price", "ranked by meaning"],
  ["not-found", "/console/nowhere", "There is no page"],
] as const;

describe.skipIf(executable === null)("the look of the explorer", () => {
  const open = useConsole(executable);
  let cookies: Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;

  beforeAll(async () => {
    if (executable === null) return;
    cookies = await (await open().enter("looks@example.org")).context().cookies();
  });

  for (const { name, options } of looks) {
    it(`${name}: every page`, async () => {
      const { server, visit } = open();
      const page = await visit("sign-in", options);
      await page.context().addCookies(cookies);
      const look = async (picture: string) => {
        const wide = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
        expect(wide, `${picture} is wider than its window`).toBeLessThanOrEqual(0);
        await expectAccessible(page, `${picture} ${name}`);
        await shoot(page, `${picture}-${name}`);
      };
      for (const [picture, path, sign] of places) {
        await page.goto(server.url + path);
        await page.getByText(sign).first().waitFor();
        await page.waitForLoadState("networkidle");
        await look(picture);
      }
      await page.goto(`${server.url}/archive?query=oracle+price`);
      await page
        .getByRole("region", { name: "Documents found" })
        .getByRole("listitem")
        .getByRole("link")
        .first()
        .click();
      await page.getByRole("article", { name: "Text" }).waitFor();
      await page.getByRole("heading", { name: "Similar documents" }).waitFor();
      await look("document");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Commands" }).getByRole("menuitem").first().waitFor();
      await look("palette");
    });
  }
});
