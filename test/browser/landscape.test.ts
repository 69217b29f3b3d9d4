/** The map of all projects: on the demo, and with 0, 1 and 8,045 projects. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { LandscapeResponse } from "../../src/contract/api/landscape.ts";
import { placesOf } from "../../web/src/pages/landscape/places.ts";
import { toScreen, viewOf } from "../../web/src/pages/landscape/view.ts";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();
const hostile = `"><img src=x onerror=alert(1)>`;

/** Projects in a spiral, so that none hides another in the middle. */
function landscapeOf(count: number): LandscapeResponse {
  const all = Array.from({ length: count }, (_, at) => at);
  const part = (at: number) => Math.sqrt(at / Math.max(1, count)) / 2.1;
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  return {
    revision: "r1",
    count,
    total: count,
    slugs: all.map((at) => `project-${at}`),
    names: all.map((at) => `${hostile} ${at}`),
    x: all.map((at) => round(0.5 + part(at) * Math.cos(at * 2.4))),
    y: all.map((at) => round(0.5 + part(at) * Math.sin(at * 2.4))),
    cluster: all.map((at) => at % 30),
    category: all.map((at) => (at % 20) - 1),
    year: all.map((at) => (at % 9 === 0 ? null : 2018 + (at % 8))),
    award: all.map((at) => (at % 4 === 0 ? 1 : 0)),
    clusters: {
      keys: Array.from({ length: 30 }, (_, at) => `v1-c${at}`),
      labels: Array.from({ length: 30 }, (_, at) => `${hostile} ${at}`),
      x: Array.from({ length: 30 }, (_, at) => round((at % 6) / 6)),
      y: Array.from({ length: 30 }, (_, at) => round(at / 30)),
    },
    categories: Array.from({ length: 20 }, (_, at) => ({ key: `category-${at}`, label: `Category ${at}` })),
  };
}

describe.skipIf(executable === null)("the landscape", () => {
  const open = useConsole(executable);
  let openPage: OpenPage;

  beforeAll(async () => {
    if (executable !== null) openPage = await open().member("ana@example.org");
  });

  const visit = (query = "") => openPage(`/landscape${query}`);
  const mapOf = (page: Page) => page.getByRole("application", { name: /^Map of/ });
  const ideaBox = (page: Page) => page.getByRole("searchbox", { name: "Highlight projects around an idea" });

  async function landscape(page: Page): Promise<LandscapeResponse> {
    const response = await page.request.get(`${open().server.url}/console/api/v1/landscape`);
    return (await response.json()) as LandscapeResponse;
  }

  /** Opens the map with other projects than the demo's. */
  async function visitWith(count: number, total = count): Promise<Page> {
    const page = await openPage("/console/account");
    const json = { ...landscapeOf(count), total };
    await page.route("**/console/api/v1/landscape", (route) => route.fulfill({ json }));
    await page.goto(`${open().server.url}/landscape`);
    return page;
  }

  it("opens a project by its dot, and by the keyboard", async () => {
    const page = await visit();
    await mapOf(page).waitFor();
    const source = await landscape(page);
    const { slugs, names } = source;
    const { x, y, box: shown } = placesOf(source);
    const box = (await mapOf(page).locator("canvas").boundingBox())!;
    const spot = toScreen(viewOf(shown), { ...box, box: shown }, { x: x[0]!, y: y[0]! });
    await page.mouse.move(box.x + spot.x, box.y + spot.y);
    await mapOf(page).getByText(names[0]!, { exact: true }).waitFor();
    await page.mouse.click(box.x + spot.x, box.y + spot.y);
    await page.waitForURL(`**/projects/${encodeURIComponent(slugs[0]!)}`);
    await page.goBack();
    await mapOf(page).waitFor();
    await ideaBox(page).focus();
    await page.keyboard.press("Tab");
    // Arrows move by 64 pixels; within 48 of the middle, a project is named.
    const steps = {
      x: Math.round((spot.x - box.width / 2) / 64),
      y: Math.round((spot.y - box.height / 2) / 64),
    };
    for (let step = 0; step < Math.abs(steps.x); step++)
      await page.keyboard.press(steps.x > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(steps.y); step++)
      await page.keyboard.press(steps.y > 0 ? "ArrowDown" : "ArrowUp");
    const name = await mapOf(page).locator("[aria-live] p").first().textContent();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: name!, level: 1 }).waitFor();
  });

  it("names projects where they are few enough: none of thousands, those in view", async () => {
    const page = await openPage("/console/account");
    // Records what is written on canvases.
    await page.addInitScript(`{
      const { fillText } = CanvasRenderingContext2D.prototype;
      window.written = new Set();
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        window.written.add(text);
        return fillText.call(this, text, ...rest);
      };
    }`);
    const source = landscapeOf(8_045);
    const json = {
      ...source,
      names: source.slugs,
      clusters: { ...source.clusters, labels: source.clusters.keys },
    };
    await page.route("**/console/api/v1/landscape", (route) => route.fulfill({ json }));
    const written = async (at: string, sign: string) => {
      await page.goto(`${open().server.url}/landscape${at}`);
      await expect
        .poll(() => page.evaluate(`[...window.written].some((text) => text.startsWith("${sign}"))`))
        .toBe(true);
      return (await page.evaluate("[...window.written]")) as string[];
    };
    const isProject = (text: string) => text.startsWith("project-");
    expect((await written("", "v1-c")).filter(isProject)).toEqual([]);
    const inView = (await written("?at=0.5~0.5~40", "project-")).filter(isProject);
    expect(inView).toContain("project-3");
    expect(inView.length).toBeLessThan(100);
    expect(inView).not.toContain("project-8044");
  });

  it("lists what is drawn around, keeps it in the address, and saves it", async () => {
    const page = await visit();
    await mapOf(page).waitFor();
    const { count } = await landscape(page);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    const box = (await mapOf(page).boundingBox())!;
    const corners = [
      [box.width - 80, 20],
      [box.width - 80, box.height - 20],
      [20, box.height - 20],
    ] as const;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    for (const [x, y] of corners) await page.mouse.move(box.x + x, box.y + y, { steps: 8 });
    await page.mouse.up();
    const panel = page.getByRole("region", { name: "Selected projects" });
    const title = await panel.getByRole("heading").textContent();
    const selected = Number(/\d+/.exec(title!)![0]);
    expect(selected).toBeGreaterThan(count / 2);
    await page.waitForURL(/lasso=/);
    await page.reload();
    await panel.getByRole("heading", { name: title! }).waitFor();
    await page.getByRole("button", { name: "Download the selection" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "CSV" }).click();
    const lines = (await readFile(await (await saved).path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("slug,name,cluster,category,year,award");
    expect(lines).toHaveLength(selected + 1);
    await panel.getByRole("button", { name: "Clear the selection" }).click();
    await page.waitForURL((url) => !url.searchParams.has("lasso"));
  });

  it("selects a rectangle by the keyboard alone", async () => {
    const page = await visit();
    await mapOf(page).focus();
    await page.keyboard.press("s");
    for (let step = 0; step < 60; step++) await page.keyboard.press("Shift+ArrowRight");
    for (let step = 0; step < 60; step++) await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Enter");
    const { count } = await landscape(page);
    await page.getByRole("heading", { name: `${count} projects selected` }).waitFor();
  });

  it("keeps zoom, colour and groups in the address", async () => {
    const page = await visit();
    const box = (await mapOf(page).boundingBox())!;
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    await page.mouse.wheel(0, -600);
    await page.waitForURL(/at=/);
    await page.getByText("Award", { exact: true }).click();
    await page.waitForURL(/color=award/);
    await page.getByRole("button", { name: /^Winners/ }).click();
    await page.waitForURL(/only=winner/);
    await page.getByRole("button", { name: "Table", exact: true }).click();
    const table = page.getByRole("table", { name: "Projects of the map" });
    await table.waitFor();
    const awards = await table.getByRole("row").locator("td:last-child").allTextContents();
    expect(new Set(awards)).toEqual(new Set(["Winner"]));
    const { award } = await landscape(page);
    await page.getByText(`of ${award.filter((one) => one === 1).length}`).waitFor();
    await page.reload();
    await page
      .getByRole("button", { name: "Winners", pressed: true })
      .or(page.getByRole("button", { name: /^Winners/, pressed: true }))
      .first()
      .waitFor();
  });

  it("saves its table, of all pages", async () => {
    const page = await visit("?view=table&offset=50");
    const { count } = await landscape(page);
    await page.getByText(`51–${Math.min(100, count)} of ${count}`).waitFor();
    await page.getByRole("button", { name: "Download these projects" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "JSON Lines" }).click();
    const lines = (await readFile(await (await saved).path(), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(count);
    expect(Object.keys(JSON.parse(lines[0]!))).toEqual([
      "slug",
      "name",
      "cluster",
      "category",
      "year",
      "award",
    ]);
  });

  it("names groups of an address that do not exist, and shows the others", async () => {
    const page = await visit("?color=award&only=winner,loser");
    await page.getByText("Some groups of this address do not exist here").waitFor();
    await page.getByText("“loser”").waitFor();
    await page.getByRole("button", { name: "Show the others" }).click();
    await page.waitForURL((url) => url.searchParams.get("only") === "winner");
    await page.goto(`${open().server.url}/landscape?only=nothing`);
    await page.getByRole("button", { name: "Show all projects" }).click();
    await page.waitForURL((url) => !url.searchParams.has("only"));
    expect(await page.getByText("do not exist here").count()).toBe(0);
  });

  it("highlights the projects around an idea", async () => {
    const page = await visit();
    await ideaBox(page).fill("escrow for freelancers");
    await page.getByText(/^Highlighted: \d+ projects? around this idea/).waitFor();
    const panel = page.getByRole("region", { name: "Highlighted projects" });
    await panel.getByRole("heading", { name: /^\d+ projects? around this idea$/ }).waitFor();
    await panel.getByRole("link").first().waitFor();
    expect(new URL(page.url()).searchParams.get("query")).toBe("escrow for freelancers");
  });

  it("counts what is highlighted of the chosen groups, and says when it is of the previous idea", async () => {
    const page = await visit("?query=escrow+for+freelancers&color=award&only=winner");
    const notice = page.getByText(/^Highlighted: \d+ of \d+ projects around this idea\.$/);
    await notice.waitFor();
    const panel = page.getByRole("region", { name: "Highlighted projects" });
    const count = (await notice.innerText()).split(" ")[1];
    await panel.getByText(new RegExp(`^${count} projects? around this idea$`)).waitFor();
    await page.route("**/neighborhood", () => {});
    await ideaBox(page).fill("wallet");
    await page.getByText("Searching …", { exact: true }).waitFor();
    await panel.getByText(new RegExp(`^${count} projects? around the previous idea$`)).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it("forgets the idea when its list is cleared", async () => {
    const page = await visit("?query=escrow");
    await page.getByRole("button", { name: "Clear the selection" }).click();
    await expect.poll(() => ideaBox(page).inputValue()).toBe("");
    expect(new URL(page.url()).search).toBe("");
  });

  it("keeps letters typed while the address changes", async () => {
    const page = await openPage("/console/account");
    await page.addInitScript(`{
      const replace = history.replaceState;
      history.replaceState = function (...args) {
        replace.apply(this, args);
        const box = document.querySelector("[type=search]");
        if (box?.value !== "wal") return;
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
        set.call(box, "wallet");
        box.dispatchEvent(new Event("input", { bubbles: true }));
      };
    }`);
    await page.goto(`${open().server.url}/landscape`);
    await ideaBox(page).fill("wal");
    await page.waitForURL((url) => url.searchParams.get("query") === "wallet");
    expect(await ideaBox(page).inputValue()).toBe("wallet");
  });

  it("says how fingers move the map where there is no mouse", async () => {
    const lead = (page: Page) => page.getByText(/^Each dot is a project/);
    const desk = await visit();
    await lead(desk).waitFor();
    expect(await lead(desk).innerText()).toContain("scroll to zoom");
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const touch = await openPage("/landscape", phone);
    await lead(touch).waitFor();
    expect(await lead(touch).innerText()).toMatch(/two fingers/);
    expect(await lead(touch).innerText()).not.toContain("scroll");
  });

  it("says what to do when there is no project, and shows a single one", async () => {
    const none = await visitWith(0);
    await none.getByText("The map is empty").waitFor();
    const one = await visitWith(1);
    await one.getByRole("application", { name: "Map of 1 project" }).waitFor();
  });

  it("says that it shows a sample, and of how many", async () => {
    const sample = await visitWith(30, 100_000);
    await sample.getByText("An even sample: 30 of 100,000 projects.").waitFor();
    const all = await visitWith(30);
    await mapOf(all).waitFor();
    expect(await all.getByText("An even sample").count()).toBe(0);
  });

  it("draws 8,045 projects within 8 ms, and hostile names as text", async () => {
    const page = await visitWith(8045);
    await mapOf(page).waitFor();
    await page.evaluate(`{
      const request = requestAnimationFrame.bind(window);
      globalThis.drawn = [];
      window.requestAnimationFrame = (run) => request((time) => {
        const start = performance.now();
        run(time);
        drawn.push(performance.now() - start);
      });
    }`);
    const box = (await mapOf(page).boundingBox())!;
    await page.mouse.move(box.x + 300, box.y + 300);
    await page.mouse.down();
    for (let step = 0; step < 60; step++)
      await page.mouse.move(box.x + 300 + step * 3, box.y + 300 + 40 * Math.sin(step / 5));
    await page.mouse.up();
    const times = ((await page.evaluate("drawn")) as number[]).sort((a, b) => a - b);
    expect(times.length).toBeGreaterThan(20);
    // Other programs on the machine slow some frames down.
    expect(times[Math.floor(times.length / 4)]).toBeLessThan(8);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await page.getByText(`${hostile} 0`, { exact: true }).first().waitFor();
    expect(await page.locator("main img").count()).toBe(0);
  });
});
