/**
 * From a search to an exported shortlist in one walk, on the demo; and on real corpora, where they are given, with the
 * idea check, a comparison, the map and the reader after it.
 */
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { priorart } from "../acceptance/harness/prepare-demo.ts";
import { findBrowser } from "./browser.ts";
import { follow, useConsole } from "./console.ts";

const executable = findBrowser();
const corpora = process.env.PRIORART_CORPORA;
if (corpora === undefined)
  process.stderr.write("The explorer is not tried on real corpora: PRIORART_CORPORA is not set.\n");

const found = (page: Page) => page.getByRole("region", { name: "Projects found" });
const countIn = (text: string) => Number(/[\d,]+/.exec(text)![0].replaceAll(",", ""));

/** Searches, keeps the winners, opens the best one and a project similar to it, and returns the name of that one. */
async function findSimilar(page: Page, query: string): Promise<string> {
  await page.getByRole("searchbox").fill(query);
  await page.keyboard.press("Enter");
  const total = page.getByText(/^The nearest of/);
  const all = countIn(await total.innerText());
  await page.getByRole("checkbox", { name: "Winners only" }).check();
  await page.waitForURL(/winnersOnly=true/);
  await expect.poll(async () => countIn(await total.innerText())).toBeLessThan(all);
  // The count may change a moment before the rows do.
  const others = async () =>
    (await found(page).getByRole("article").allInnerTexts()).filter((row) => !row.includes("Winner"));
  await expect.poll(others).toEqual([]);
  const best = found(page).getByRole("heading").first().getByRole("link");
  const bestName = await best.innerText();
  await best.click();
  await page.getByRole("heading", { name: bestName, level: 1, exact: true }).waitFor();
  const similar = page.getByRole("region", { name: "Similar projects" }).getByRole("link").first();
  const name = await similar.innerText();
  expect(name).not.toBe(bestName);
  await similar.click();
  await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
  return name;
}

/** Puts the project of the page into a new shortlist, exports the list, and returns the rows of the CSV. */
async function exportShortlist(page: Page, list: string): Promise<Record<string, string>[]> {
  await page.getByRole("button", { name: "Shortlist" }).click();
  const lists = page.getByRole("dialog", { name: "Shortlists" });
  await lists.getByLabel("Name of a new list").fill(list);
  await page.keyboard.press("Enter");
  await lists.getByRole("checkbox", { name: list, checked: true }).waitFor();
  await page.keyboard.press("Escape");
  await follow(page, "Shortlists");
  await page.getByRole("link", { name: `${list} 1 item` }).click();
  await page.getByRole("heading", { name: list, level: 1 }).waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV" }).click();
  return parse(await readFile(await (await download).path()), { columns: true, bom: true });
}

describe.skipIf(executable === null)("the demo", () => {
  const open = useConsole(executable);

  it("leads from a search to an exported list of similar projects", async () => {
    const page = await (await open().member("analyst@example.org"))("/");
    const name = await findSimilar(page, "wallet for AI agents");
    const slug = new URL(page.url()).pathname.split("/").at(-1)!;
    const rows = await exportShortlist(page, "Agents");
    expect(rows).toEqual([expect.objectContaining({ kind: "project", key: slug, title: name })]);
  });
});

/** Every fourth project, so that all sources are among them, and three sources of the archive. */
async function partOfCorpora(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), "priorart-flow-"));
  const example = (name: string) => fileURLToPath(new URL(`../../examples/import/${name}`, import.meta.url));
  const records = gunzipSync(await readFile(join(corpora!, "projects.jsonl.gz")))
    .toString()
    .trimEnd()
    .split("\n")
    .filter((_, at) => at % 4 === 0);
  const part = join(data, "part.jsonl");
  await writeFile(part, `${records.join("\n")}\n`);
  await priorart(data, "import", "projects", "--map", example("projects.jsonata"), part);
  const sources = ["simds", "paul-graham", "bips"].map((name) => join(corpora!, `archive/${name}.jsonl.gz`));
  await priorart(data, "import", "archive", "--map", example("archive.jsonata"), ...sources);
  await priorart(data, "publish");
  return data;
}

describe.skipIf(executable === null || corpora === undefined)("real corpora", () => {
  const open = useConsole(executable, { makeData: partOfCorpora });

  it("are searched, collected, exported, checked against an idea, compared, mapped and read", async () => {
    const page = await (await open().member("analyst@example.org"))("/");
    await page.getByText(/^2,0\d\d projects$/).waitFor();
    const name = await findSimilar(page, "zero-knowledge proof of identity");
    const slug = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
    const rows = await exportShortlist(page, "Identity");
    expect(rows).toEqual([expect.objectContaining({ kind: "project", key: slug, title: name })]);

    await follow(page, "Idea check");
    await page.getByLabel("Your idea").fill("Anonymous proof of identity with zero knowledge");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Who has built this?" }).getByRole("article").first().waitFor();
    await page.getByRole("figure", { name: "By category" }).waitFor();
    await page.getByRole("region", { name: "What has been written?" }).getByRole("article").first().waitFor();

    await follow(page, "Compare");
    await page.getByRole("figure", { name: "Tech stack" }).getByRole("listitem").first().waitFor();
    await page
      .getByText(/^2,0\d\d projects/)
      .first()
      .waitFor();

    await follow(page, "Landscape");
    const map = page.getByRole("application", { name: /^Map of 2,0\d\d projects$/ });
    await map.waitFor();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    const box = (await map.boundingBox())!;
    const move = (x: number, y: number) =>
      page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 6 });
    await move(0.2, 0.2);
    await page.mouse.down();
    await move(0.8, 0.2);
    await move(0.8, 0.8);
    await move(0.2, 0.8);
    await page.mouse.up();
    const selected = page.getByRole("region", { name: "Selected projects" });

    expect(countIn(await selected.getByRole("heading").innerText())).toBeGreaterThan(500);
    await selected.getByRole("link").first().waitFor();

    await follow(page, "Archive");
    await page.getByRole("searchbox").fill("what makes founders determined");
    await page.keyboard.press("Enter");
    const documents = page.getByRole("region", { name: "Documents found" });
    const passage = documents.getByRole("article").first().getByRole("listitem").getByRole("link").first();
    await passage.click();
    await page.getByRole("article", { name: "Text" }).locator("mark").first().waitFor();
  });
});
