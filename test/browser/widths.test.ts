/** Pages at widths between a phone's and a wide screen's: nothing is squeezed, hidden or off its place. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();
const idea = encodeURIComponent("Escrow for freelancers, paid in stablecoins when both sides agree");

describe.skipIf(executable === null)("pages at every width", () => {
  const open = useConsole(executable);
  let openPage: OpenPage;

  beforeAll(async () => {
    if (executable !== null) openPage = await open().member("administrator@widths.example.org", "--admin");
  });

  const at = (path: string, width: number) => openPage(path, { viewport: { width, height: 860 } });

  const boxOf = async (element: Locator) => (await element.boundingBox())!;
  const middleOf = async (element: Locator) => {
    const { x, width } = await boxOf(element);
    return x + width / 2;
  };

  for (const width of [640, 1024])
    it(`gives the heading of the results enough space at ${width} pixels`, async () => {
      const page = await at("/projects?query=wallet", width);
      await page.getByText("The nearest of").waitFor();
      expect((await boxOf(page.locator("[data-results]"))).width).toBeGreaterThan(200);
    });

  const verdict = (page: Page) =>
    page.getByRole("heading", { name: /^(Very crowded|Crowded|About average|Quiet|Nearly empty|Explored)$/ });

  for (const width of [390, 640, 720, 960, 1060, 1280])
    it(`shows the verdict of an idea on one line at ${width} pixels`, async () => {
      const page = await at(`/check?idea=${idea}`, width);
      await verdict(page).waitFor();
      expect((await boxOf(verdict(page))).height).toBeLessThan(40);
    });

  it("places the median in the middle of the scale", async () => {
    const page = await at(`/check?idea=${idea}`, 1280);
    const median = page.getByText("median", { exact: true });
    const labels = median.locator("xpath=..");
    await median.waitFor();
    expect(await middleOf(median)).toBeCloseTo(await middleOf(labels), 0);
    expect(await middleOf(labels.locator("..").getByTestId("median"))).toBeCloseTo(await middleOf(labels), 0);
  });

  it("does not scroll the list beside the landscape sideways", async () => {
    const page = await at("/landscape?query=escrow", 1280);
    await page.getByRole("button", { name: "Clear the selection" }).focus();
    const list = page.getByRole("complementary", { name: "Legend and selection" });
    const widths = (element: { scrollWidth: number; clientWidth: number }) =>
      element.scrollWidth - element.clientWidth;
    expect(await list.evaluate(widths)).toBe(0);
  });
});
