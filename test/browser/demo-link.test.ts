/** The link that npm start prints: it opens the pages, signed in, once. */
import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, start } from "../acceptance/cli-harness.ts";
import type { PreparedDemo } from "../acceptance/harness/prepare-demo.ts";
import { copyOfDemo } from "../acceptance/harness/shared-demo.ts";
import { findBrowser, launch } from "./browser.ts";
import { firstHeading } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("the demo's link", () => {
  let demo: PreparedDemo;
  let running: Running;
  let browser: Browser;
  let link: string;
  beforeAll(async () => {
    demo = await copyOfDemo();
    running = start(["start", "--data", demo.data]);
    link = (await running.line(/^Console: /)).replace("Console: ", "");
    browser = await launch(executable!);
  });
  afterAll(async () => {
    await browser?.close();
    running?.child.kill("SIGKILL");
    await running?.finished;
    await rm(demo.data, { recursive: true, force: true });
  });

  it("shows the first page, signed in, and is not in the history; a second browser gets the advice to start again", async () => {
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole("heading", { name: firstHeading }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.reload();
    await page.getByRole("heading", { name: firstHeading }).waitFor();
    const late = await (await browser.newContext()).newPage();
    await late.goto(link);
    expect(await late.getByRole("alert").innerText()).toMatch(/already been used.*start the service again/);
  });
});
