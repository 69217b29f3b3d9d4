/** The explorer without projects, and with a single one. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { priorart } from "../acceptance/harness/prepare-demo.ts";
import { findBrowser } from "./browser.ts";
import { type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("a small corpus", () => {
  const open = useConsole(executable, {
    makeData: async () => {
      const data = await mkdtemp(join(tmpdir(), "priorart-sizes-"));
      await priorart(data, "publish");
      return data;
    },
  });
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("first@example.org");
  });

  async function expectOn(page: Page, texts: readonly (readonly [path: string, text: string | RegExp])[]) {
    for (const [path, text] of texts) {
      await page.goto(open().server.url + path);
      await page.locator("main").getByText(text).first().waitFor();
      expect(await page.getByRole("alert").count(), path).toBe(0);
    }
  }

  it("of no project says on each page what is missing", async () => {
    await expectOn(await at("/"), [
      ["/", /^0 projects/],
      ["/projects", "No projects yet"],
      ["/projects?query=wallet", "No project matches"],
      ["/archive", "No documents yet"],
      ["/archive?query=wallet", "No document matches"],
      ["/check?idea=A+wallet", "No project is close to this idea"],
      ["/landscape", "The map is empty"],
      ["/clusters", "There are no clusters yet"],
      ["/analyze", "No project is in this cohort"],
      ["/compare", "No project is in the first cohort"],
      ["/technologies?view=together", "No technology is known"],
    ]);
  });

  it("of one project shows it on each page", async () => {
    const page = await at("/projects");
    const { data } = open().server;
    const file = join(data, "one.jsonl");
    const record = {
      slug: "tide-book",
      name: "Tide Book",
      oneLiner: "**A tide table** for every harbour",
      award: "winner",
      hackathon: { slug: "coast-2025", name: "Coast 2025", startDate: "2025-05-01" },
      builtWith: { languages: [{ name: "rust" }] },
    };
    await writeFile(file, `${JSON.stringify(record)}\n`);
    await priorart(data, "import", "projects", file);
    await priorart(data, "publish");
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByText(/No projects yet|newest first/).waitFor();
        return page.getByText("1 project, newest first").count();
      })
      .toBe(1);
    await expectOn(page, [
      ["/", /^1 project$/],
      ["/projects?query=tide+table", "Tide Book"],
      ["/projects?query=tide+table", /^1 project/],
      ["/projects/tide-book", "A tide table for every harbour"],
      ["/check?idea=A+tide+table+for+every+harbour", "Tide Book"],
      ["/clusters", "There are no clusters yet"],
      ["/analyze", /^1 project/],
      ["/compare", "Tech stack"],
      ["/technologies", "rust"],
      ["/technologies?view=trends", "rust"],
      ["/technologies?view=together", "rust"],
    ]);
    await page.goto(`${open().server.url}/landscape`);
    await page.getByRole("application", { name: "Map of 1 project" }).waitFor();
  });
});
