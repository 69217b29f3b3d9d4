/**
 * Takes the pictures of the documentation, of the demo in a new data directory: `npm run pictures`, where Chromium is
 * installed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "../test/acceptance/cli-harness.ts";
import { findBrowser, launch } from "../test/browser/browser.ts";

const docs = fileURLToPath(new URL("../docs", import.meta.url));
const idea = "A wallet that lets AI agents pay for APIs within limits that their owner sets";
const pictures = [
  { name: "idea-check", path: `/check?${new URLSearchParams({ idea })}`, shown: "What has been written?" },
  { name: "landscape", path: "/landscape", shown: "Color: cluster" },
] as const;

const executable = findBrowser();
if (executable === null) process.exit(1);
const data = await mkdtemp(join(tmpdir(), "priorart-pictures-"));
const server = start(["start", "--data", data], { env: { PRIORART_PORT: "0" } });
try {
  const link = (await server.line(/^Console: /)).replace("Console: ", "");
  const browser = await launch(executable);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(link);
    await page.getByRole("heading", { name: "What do you want to build?" }).waitFor();
    for (const { name, path, shown } of pictures) {
      await page.goto(new URL(path, link).href, { waitUntil: "networkidle" });
      await page.getByText(shown).waitFor();
      await page.screenshot({ path: join(docs, `${name}.png`) });
      process.stdout.write(`docs/${name}.png\n`);
    }
  } finally {
    await browser.close();
  }
} finally {
  server.child.kill("SIGTERM");
  await server.finished;
  await rm(data, { recursive: true, force: true });
}
