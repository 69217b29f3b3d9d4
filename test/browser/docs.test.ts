/** The documentation page in a browser. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operationList } from "../../src/contract/api/operations.ts";
import { useService } from "../acceptance/harness/service.ts";
import { findBrowser, launch } from "./browser.ts";

const executable = findBrowser();
const artifacts = fileURLToPath(new URL("../artifacts/", import.meta.url));

describe.skipIf(executable === null)("/docs", () => {
  const service = useService();
  let browser: Browser;
  let page: Page;
  /** Must stay empty: requests to other hosts, failed files, error messages, violations of the page's policy. */
  let complaints: string[];

  beforeAll(async () => {
    mkdirSync(artifacts, { recursive: true });
    browser = await launch(executable!);
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    complaints = [];
    page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== "data:" && protocol !== "blob:" && origin !== new URL(service().url).origin)
        complaints.push(`asked ${request.url()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`);
    });
    page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
    page.on("pageerror", (error) => complaints.push(`threw ${error.message}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(`said ${message.text()}`);
    });
    await page.addInitScript(() => {
      const scope = globalThis as unknown as {
        addEventListener(type: string, listener: (event: { violatedDirective: string }) => void): void;
      };
      scope.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy violated: ${event.violatedDirective}`);
      });
    });
    // The root URL redirects to the documentation.
    await page.goto(service().url);
    await page.locator(".opblock").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs");
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  /** The expanded block of an operation. */
  async function open(path: string) {
    const block = page.locator(".opblock", { hasText: path });
    await block.locator(".opblock-summary-control").click();
    return block;
  }

  it("lists every operation of the table with its responses", async () => {
    expect(await page.locator(".opblock").count()).toBe(operationList.length);
    for (const { method, path, summary } of operationList) {
      const block = page.locator(".opblock", { hasText: path.replaceAll(/:(\w+)/g, "{$1}") }).first();
      expect(await block.locator(".opblock-summary-method").innerText()).toBe(method);
      expect(await block.innerText()).toContain(summary);
    }
    await page.screenshot({ path: `${artifacts}docs.png`, fullPage: true });
    const block = await open("/search/projects");
    await block.locator(".responses-table .response").first().waitFor();
    const text = await block.innerText();
    for (const status of ["200", "400", "401", "403", "413", "415", "429", "503"])
      expect(text).toContain(status);
  });

  it("tries out GET /status and the example of a search, with a token", async () => {
    await page.locator(".authorize").first().click();
    await page.locator(".auth-container input").fill(service().tokens.demo);
    await page.locator(".auth-container button.authorize").click();
    await page.locator(".modal-ux .btn-done").click();
    for (const [path, part] of [
      ["/status", '"authenticated": true'],
      ["/search/archives", '"searchTier"'],
    ] as const) {
      const block = await open(path);
      await block.locator(".try-out__btn").click();
      await block.locator(".execute").click();
      const answer = block.locator(".live-responses-table .response");
      await answer.first().waitFor();
      expect(await answer.locator(".response-col_status").innerText()).toContain("200");
      expect(await answer.innerText()).toContain(part);
    }
    await page.screenshot({ path: `${artifacts}docs-tried.png`, fullPage: true });
  });
});
