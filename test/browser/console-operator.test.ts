/** An administrator's day: a source is added and read, what changed is published, and rolled back; all is recorded. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { run } from "../acceptance/cli-harness.ts";
import { expectAccessible } from "./axe.ts";
import { findBrowser } from "./browser.ts";
import { choose, follow, useConsole } from "./console.ts";
import { inspectLooks } from "./looks.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("an administrator's day", () => {
  const open = useConsole(executable, { env: { PRIORART_PUBLISH: "manual" } });

  beforeAll(async () => {
    if (executable === null) return;
    const { server } = open();
    const sources = [];
    for (const [key, label] of [
      ["notes", "Notes"],
      ["emptied", "Emptied"],
    ] as const) {
      const path = join(server.data, key);
      await mkdir(path);
      for (const number of [1, 2])
        await writeFile(
          join(path, `${number}.md`),
          `# ${label} ${number}\n\nA note about settlement, number ${number} of ${key}.\n`,
        );
      sources.push({ key, label, refresh: "never", connector: { kind: "folder", path } });
    }
    const file = join(server.data, "sources.yaml");
    await writeFile(file, JSON.stringify({ sources }));
    expect((await run(["import", "sources", file, "--data", server.data])).code).toBe(0);
  });

  const clean = (page: Page) => expectAccessible(page, page.url());

  it("adds a source, with the service's messages at the fields, and changes it", async () => {
    const page = await open().enter("adds@example.org", "--admin");
    await follow(page, "Sources");
    await page.getByRole("button", { name: "Add a source" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Key").fill("letters");
    await dialog.getByLabel("Label").fill("Letters");
    await choose(dialog, "Read from", "Feed (RSS, Atom, JSON)");
    await dialog.getByLabel("Address of the feed").fill("nowhere");
    await dialog.getByLabel("Read every").fill("sometimes");
    await dialog.getByRole("button", { name: "Add the source" }).click();
    await dialog.locator("[aria-invalid=true]").nth(1).waitFor();
    expect(await dialog.getByLabel("Address of the feed").getAttribute("aria-invalid")).toBe("true");
    await clean(page);
    await dialog.getByLabel("Address of the feed").fill("https://feeds.example.org/letters.xml");
    await dialog.getByLabel("Read every").fill("never");
    await dialog.getByRole("button", { name: "Add the source" }).click();
    await page.getByText("Letters is saved").waitFor();
    await page.getByRole("link", { name: "Letters", exact: true }).click();
    await page.getByText("https://feeds.example.org/letters.xml").waitFor();
    await page.getByRole("button", { name: "Change" }).click();
    await dialog.getByLabel("Label").fill("All letters");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "All letters" }).waitFor();
    await clean(page);
  });

  it("reads a source, publishes what changed, rolls back, and finds all of it in the audit log", async () => {
    const { server, enter } = open();
    const page = await enter("reads@example.org", "--admin");
    await page.goto(`${server.url}/console/sources/notes`);
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByText("change this on that machine").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Read now" }).click();
    await page.getByText("2 new").waitFor();
    await follow(page, "Sources");
    await page.getByText("What is searchable is older than what was read").waitFor();
    await clean(page);

    await follow(page, "Corpus");
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await page.getByRole("button", { name: "Publish now" }).waitFor({ timeout: 120_000 });
    await page.getByText("Published", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: /^Roll back to/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await page.getByText(/^Snapshot \d+ is current$/).waitFor();
    await page.getByText("Served", { exact: true }).waitFor();
    await clean(page);

    await follow(page, "Audit log");
    for (const action of ["Rolled back", "Published", "Read a source"])
      await page.getByRole("table").getByText(action, { exact: true }).first().waitFor();
    await clean(page);
    await page.getByRole("searchbox").fill("rolled back");
    await expect.poll(() => page.getByRole("table").getByText("Published", { exact: true }).count()).toBe(0);
    await page.getByRole("table").getByText("Rolled back", { exact: true }).first().waitFor();
  });

  it("shows a publish that another one started, and forgets its refusal when that has ended", async () => {
    const { server, enter } = open();
    const page = await enter("refused@example.org", "--admin");
    const started = { startedBy: "schedule", startedAt: "2026-01-01T00:00:00.000Z", warnings: [] };
    const idle = { running: null, last: null };
    const busy = { running: { step: null, done: 0, total: null, stopping: false, ...started }, last: null };
    let state: object = idle;
    await page.route("**/publish", async (route) => {
      if (route.request().method() === "GET") return route.fulfill({ json: state });
      state = busy;
      await route.fulfill({
        status: 403,
        json: { error: "A publish is running; wait until it has ended", code: "FORBIDDEN", retryable: false },
      });
    });
    await page.goto(`${server.url}/console/corpus`);
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor({ timeout: 5_000 });
    const refusal = page.getByText("A publish is running");
    await refusal.waitFor({ state: "detached" });
    state = idle;
    await page.getByRole("button", { name: "Publish now" }).waitFor();
    expect(await refusal.count()).toBe(0);
  });

  it.each([
    ["sources", "Notes"],
    ["sources/notes", "Readings"],
    ["corpus", "Machine"],
    ["audit", "Imported a file"],
  ])("is accessible in both colour schemes, wide and at phone width: %s", async (place, sign) => {
    const { server, enter } = open();
    const page = await enter(`looks-${place.replace("/", "-")}@example.org`, "--admin");
    await page.goto(`${server.url}/console/${place}`);
    await page.getByText(sign, { exact: true }).first().waitFor();
    await inspectLooks(page, place.replace("/", "-"));
  });

  it("confirms that what a source does not have any more is withdrawn", async () => {
    const { server, enter } = open();
    const page = await enter("confirms@example.org", "--admin");
    const readings = async (count: number) => {
      const list = page.getByRole("list", { name: "Readings" }).getByText(/listed,/);
      await vi.waitFor(async () => expect(await list.count()).toBe(count), { timeout: 30_000 });
    };
    await page.goto(`${server.url}/console/sources/emptied`);
    const readNow = page.getByRole("button", { name: "Read now" });
    await readNow.click();
    await page.getByText("2 new").waitFor();
    await rm(join(server.data, "emptied", "1.md"));
    await readNow.click();
    await readings(2);
    await readNow.click();
    await page.getByText("Documents are gone from the source, and were kept").waitFor();
    await inspectLooks(page, "source-held");
    await page.getByRole("button", { name: "Withdraw them" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The source is read again").waitFor();
    await expectAccessible(page, "the question");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Withdraw them" }).click();
    await dialog.getByRole("button", { name: "Withdraw them" }).click();
    await page.getByText("1 withdrawn").waitFor();
    expect(await page.getByText("Documents are gone from the source").count()).toBe(0);
    await follow(page, "Audit log");
    await page.getByRole("table").getByText("withdrawals confirmed").waitFor();
  });
});
