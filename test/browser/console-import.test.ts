/** A file is dropped on the page, previewed through a map, imported and published; then its project is found. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { findBrowser } from "./browser.ts";
import { choose, follow, useConsole } from "./console.ts";
import { inspectLooks } from "./looks.ts";

const executable = findBrowser();

/** In the browser: a file of this text is dropped on the body. */
function drop({ name, text }: { name: string; text: string }): void {
  const page = globalThis as unknown as {
    DataTransfer: new () => { items: { add(file: unknown): void } };
    File: new (parts: string[], name: string) => unknown;
    DragEvent: new (type: string, options: object) => unknown;
    document: { body: { dispatchEvent(event: unknown): void } };
  };
  const dataTransfer = new page.DataTransfer();
  dataTransfer.items.add(new page.File([text], name));
  for (const type of ["dragover", "drop"])
    page.document.body.dispatchEvent(
      new page.DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
    );
}

const entries = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      title: `Quillmark ${n}`,
      text: "Annotates scanned ledgers with a quillmark, page by page, for archivists of harbour towns.",
      tags: "archives",
    }),
  ).join("\n");

describe.skipIf(executable === null)("importing a file", () => {
  const open = useConsole(executable, { env: { PRIORART_PUBLISH: "manual" } });

  it("shows what would be rejected, follows a map as it is written, imports, publishes, and finds", async () => {
    const { server, enter } = open();
    const page = await enter("imports@example.org", "--admin");
    await follow(page, "Imports");
    await page.getByText("Drop a file here").waitFor();

    await page.evaluate(drop, { name: "entries.jsonl", text: entries(300) });
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("Of all 300 records, 300 would be rejected.").waitFor();
    await preview.getByText("Most records have another shape").waitFor();
    await inspectLooks(page, "imports-rejected");

    await choose(page, "Map", "My own");
    const editor = page.getByLabel("Map", { exact: true }).and(page.locator("textarea"));
    await editor.fill('{"slug": $slug(title), ');
    await page.getByText("Nothing can be imported like this").waitFor();
    expect(await page.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
    await editor.fill(
      '{\n  "slug": $slug(title),\n  "name": title,\n  "description": text,\n  "tags": {"techStack": [tags]}\n}',
    );
    await preview.getByText("Of all 300 records, none would be rejected.").waitFor();
    expect(await preview.getByRole("listitem").count()).toBe(10);
    await preview.getByText("Quillmark 3", { exact: true }).click();
    await preview.getByText('"slug": "quillmark-3"').waitFor();

    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("300 records read: 300 new, 0 changed, 0 unchanged.").waitFor();
    expect(await readdir(join(server.data, "uploads"))).toEqual([]);

    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("Published", { exact: true }).first().waitFor({ timeout: 120_000 });
    // The new snapshot is served within a second.
    await vi.waitFor(
      async () => {
        await page.goto(`${server.url}/projects?query=quillmark+ledgers`);
        await page
          .getByRole("link", { name: /^Quillmark \d+$/ })
          .first()
          .waitFor({ timeout: 2_000 });
      },
      { timeout: 60_000, interval: 500 },
    );
    await page.goto(`${server.url}/console/audit`);
    await page.getByRole("table").getByText("Imported a file", { exact: true }).first().waitFor();
  });

  it("names the rejects of an import, which can be downloaded; another file can follow, or be discarded", async () => {
    const page = await open().enter("rejects@example.org", "--admin");
    await follow(page, "Imports");
    const text = `${'{"slug":"a","name":"A","tags":"one"}\n'.repeat(12)}{"slug":"fine","name":"Fine"}\n`;
    await page
      .getByLabel("File to import")
      .setInputFiles({ name: "projects.jsonl", mimeType: "", buffer: Buffer.from(text) });
    await page.getByText("Of all 13 records, 12 would be rejected.").waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("13 records read: 1 new, 0 changed, 0 unchanged, 12 rejected.").waitFor();
    await page.getByRole("list", { name: "Last imports" }).getByText("12 rejected:").waitFor();
    await inspectLooks(page, "imports-rejects");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the rejects" }).first().click();
    expect((await downloading).suggestedFilename()).toMatch(/^\d{8}T\d{6}Z-projects\.jsonl$/);

    await page
      .getByLabel("File to import")
      .setInputFiles({ name: "letter.md", mimeType: "", buffer: Buffer.from("# A letter\n\nText.\n") });
    await page.getByText("Of the only record, none would be rejected.").waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("a Markdown file needs one").first().waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("Drop a file here").waitFor();
    await page
      .getByLabel("File to import")
      .setInputFiles({ name: "empty.csv", mimeType: "", buffer: Buffer.from("") });
    await page.getByText("The file is empty").waitFor();
  });
});
