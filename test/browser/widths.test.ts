/** Pages at widths between a phone's and a wide screen's: nothing is squeezed, hidden or off its place. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();
const idea = encodeURIComponent("Escrow for freelancers, paid in stablecoins when both sides agree");

interface Place {
  path: string;
  width: number;
}

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

  /** Opens a page with parts of its answer replaced. */
  async function atWith<Body>(place: Place, url: string, change: (body: Body) => void) {
    const page = await at("/console/account", place.width);
    await page.route(url, async (route) => {
      const body = (await (await route.fetch()).json()) as Body;
      change(body);
      await route.fulfill({ json: body });
    });
    await page.goto(open().server.url + place.path);
    return page;
  }

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

  describe("in tables", () => {
    it("leaves space for who did something beside a long target", async () => {
      const page = await atWith<{ entries: { target: string | null }[] }>(
        { path: "/console/audit", width: 1280 },
        "**/api/audit*",
        ({ entries }) => {
          for (const entry of entries) entry.target = "long".repeat(60);
        },
      );
      const who = page.getByRole("table").locator("td[data-title=Who]").first();
      await who.waitFor();
      expect((await boxOf(who)).width).toBeGreaterThan(140);
    });

    it("breaks no word of the landscape's table", async () => {
      const page = await atWith<{ clusters: { labels: string[] }; categories: { label: string }[] }>(
        { path: "/landscape?view=table&color=award&only=winner", width: 1280 },
        "**/console/api/v1/landscape",
        ({ clusters, categories }) => {
          clusters.labels.fill(
            "Decentralized identity verification, reputation and attestations for marketplaces",
          );
          for (const category of categories)
            category.label = "Consumer applications, communities and loyalty";
        },
      );
      const award = page.getByRole("table").getByText("Winner", { exact: true }).first();
      await award.waitFor();
      const lines = (cell: unknown) => {
        const { document } = globalThis as unknown as {
          document: { createRange(): { selectNodeContents(of: unknown): void; getClientRects(): unknown[] } };
        };
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getClientRects().length;
      };
      expect(await award.evaluate(lines)).toBe(1);
    });

    for (const width of [768, 1050])
      it(`keeps the button of each member visible at ${width} pixels`, async () => {
        const page = await atWith<{ members: object[] }>(
          { path: "/console/members", width },
          "**/api/members*",
          ({ members }) => {
            for (const member of members)
              Object.assign(member, {
                emailVerified: false,
                signInMethods: ["password", "oidc"],
                token: { expiresAt: "2026-12-31T00:00:00.000Z", lastUsedOn: "2026-10-31" },
              });
          },
        );
        const button = page.getByRole("button", { name: /^Manage / }).first();
        await button.waitFor();
        const table = await boxOf(page.getByRole("table").locator("xpath=.."));
        const { x, width: wide } = await boxOf(button);
        expect(x + wide).toBeLessThanOrEqual(table.x + table.width);
      });

    it("aligns a long name of a source on the left of a phone's card", async () => {
      const page = await atWith<{ sources: { label: string }[] }>(
        { path: "/console/sources", width: 390 },
        "**/api/sources*",
        ({ sources }) => {
          sources[0]!.label =
            "The name of a source that has more words than one line of a phone has space for";
        },
      );
      const name = page.getByRole("table").locator("td").first();
      await name.waitFor();
      const alignment = (cell: unknown) =>
        (globalThis as unknown as { getComputedStyle(of: unknown): { textAlign: string } }).getComputedStyle(
          cell,
        ).textAlign;
      expect(await name.evaluate(alignment)).toBe("left");
    });
  });
});
