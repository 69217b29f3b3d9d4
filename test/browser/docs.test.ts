/** The documentation page as people meet it: in a browser. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operationList } from "../../src/contract/operations.ts";
import { useService } from "../acceptance/harness/service.ts";
import { findBrowser, launch } from "./browser.ts";

const executable = findBrowser();
const artifacts = fileURLToPath(new URL("../artifacts/", import.meta.url));

describe.skipIf(executable === null)("/docs", () => {
  const service = useService();
  let browser: Browser;
  let page: Page;
  /** What must stay empty: other hosts, failed files, messages of error, breaches of the page's policy. */
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
    await page.goto(`${service().url}/docs`);
    await page.locator(".opblock").first().waitFor();
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  it("lists every operation of the table, with its method and path", async () => {
    expect(await page.locator(".opblock").count()).toBe(operationList.length);
    for (const { method, path, summary } of operationList) {
      const block = page.locator(".opblock", { hasText: path.replaceAll(/:(\w+)/g, "{$1}") }).first();
      expect(await block.locator(".opblock-summary-method").innerText()).toBe(method);
      expect(await block.innerText()).toContain(summary);
    }
    await page.screenshot({ path: `${artifacts}docs.png`, fullPage: true });
  });

  it("leads from the address alone", async () => {
    await page.goto(service().url);
    await page.locator(".opblock").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs");
  });

  it("shows an operation's fields, and examples of its answers", async () => {
    await page
      .locator(".opblock", { hasText: "/search/projects" })
      .locator(".opblock-summary-control")
      .click();
    const body = page.locator(".opblock.is-open");
    await body.locator(".responses-table .response").first().waitFor();
    const text = await body.innerText();
    for (const status of ["200", "400", "401", "403", "413", "415", "429", "503"])
      expect(text).toContain(status);
    await page.screenshot({ path: `${artifacts}docs-search-projects.png`, fullPage: true });
  });

  it("tries GET /status out with a token", async () => {
    await page.locator(".authorize").first().click();
    await page.locator(".auth-container input").fill(service().tokens.demo);
    await page.locator(".auth-container button.authorize").click();
    await page.locator(".modal-ux .btn-done").click();
    const block = page.locator(".opblock", { hasText: "/status" });
    await block.locator(".opblock-summary-control").click();
    await block.locator(".try-out__btn").click();
    await block.locator(".execute").click();
    const answer = block.locator(".live-responses-table .response");
    await answer.first().waitFor();
    expect(await answer.locator(".response-col_status").innerText()).toContain("200");
    expect(await answer.innerText()).toContain('"authenticated": true');
    await page.screenshot({ path: `${artifacts}docs-status.png`, fullPage: true });
  });

  it("tries a search out with the example that it shows", async () => {
    await page.locator(".authorize").first().click();
    await page.locator(".auth-container input").fill(service().tokens.demo);
    await page.locator(".auth-container button.authorize").click();
    await page.locator(".modal-ux .btn-done").click();
    const block = page.locator(".opblock", { hasText: "/search/archives" });
    await block.locator(".opblock-summary-control").click();
    await block.locator(".try-out__btn").click();
    await block.locator(".execute").click();
    const answer = block.locator(".live-responses-table .response");
    await answer.first().waitFor();
    expect(await answer.locator(".response-col_status").innerText()).toContain("200");
    expect(await answer.innerText()).toContain('"searchTier"');
  });
});
