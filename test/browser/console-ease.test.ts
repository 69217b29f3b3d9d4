/** Usability of the console: keyboard, theme, network errors, phone width. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { acceptInvitation, follow, generateToken, password, useConsole } from "./console.ts";

const executable = findBrowser();

const colours = (page: Page) =>
  page.evaluate(
    "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]",
  );

describe.skipIf(executable === null)("the console", () => {
  const open = useConsole(executable);
  const focused = (page: Page) =>
    page.evaluate(
      "document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label')",
    );

  it("can be used with the keyboard only, from sign-in to a new token", async () => {
    const { server, visit } = open();
    await (await open().enter("keys@example.org")).context().clearCookies();
    const page = await visit("token");
    await page.getByLabel("E-mail").focus();
    await page.keyboard.type("keys@example.org");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("API token");
    await page.reload();
    await page.getByRole("heading", { name: "API token" }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Skip to the page");
    expect(await page.getByRole("button", { name: "Skip to the page" }).isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Generate a token");
    // The focused element shows a focus ring.
    const outline = () => page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    await expect.poll(outline).toBe("solid");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    // The focus is in the first field, not on Close.
    await expect.poll(() => page.evaluate("document.activeElement?.type")).toBe("checkbox");
    // The dialog traps the focus: it never moves to the page below.
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(
        "document.activeElement === document.body || document.querySelector('[role=dialog]').contains(document.activeElement)",
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Generate a token");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Generate" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Your new token" }).waitFor();
    await page.getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    const selected = () => page.getByRole("tab", { name: "JavaScript" }).getAttribute("aria-selected");
    await expect.poll(selected).toBe("true");
    expect(page.url()).toContain(server.url);
  });

  it("announces navigation: title, heading and focus", async () => {
    const page = await open().enter("links@example.org");
    await follow(page, "FAQs");
    expect(await page.title()).toBe("FAQs · Prior Art");
    await expect.poll(() => focused(page)).toBe("FAQs");
    await page.goBack();
    await page.getByRole("heading", { name: "API token" }).waitFor();
    expect(await page.title()).toBe("API token · Prior Art");
  });

  it("follows the system's theme until one is chosen, which then applies before the first paint", async () => {
    const page = await open().visit("", { colorScheme: "dark" });
    const dark = await colours(page);
    const become = () => expect.poll(() => colours(page), { timeout: 10_000 });
    await page.emulateMedia({ colorScheme: "light" });
    await become().not.toEqual(dark);
    const light = await colours(page);
    await page.getByTitle("Dark").click();
    await become().toEqual(dark);
    // Before any script of the page itself has run.
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload({ waitUntil: "commit" });
    // Not waitForFunction, which the content security policy may refuse.
    await expect.poll(() => page.evaluate("document.body !== null")).toBe(true);
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await page.unroute("**/assets/*.js");
    await page.reload();
    await page.getByTitle("System").click();
    await become().toEqual(light);
  });

  it("reports when the service cannot be reached, and recovers when it can", async () => {
    const page = await open().enter("offline@example.org");
    await page.route("**/console/api/faqs*", (route) => route.abort());
    await follow(page, "FAQs");
    expect(await page.getByRole("alert").innerText()).toContain("The service does not respond");
    await page.unroute("**/console/api/faqs*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("of 30 questions").waitFor();
  });

  it("shows how long to wait after too many attempts", async () => {
    const { server, visit } = open();
    await server.invite("locked@example.org");
    const page = await visit();
    await page.getByLabel("E-mail").fill("locked@example.org");
    for (let tries = 0; tries < 12; tries++) {
      await page.getByLabel("Password").fill(`wrong ${tries}`);
      const answer = page.waitForResponse("**/auth/sign-in");
      await page.getByRole("button", { name: "Sign in" }).click();
      if ((await answer).status() === 429) break;
    }
    await page.getByText(/Try again in \d+ (minutes|seconds)\./).waitFor();
  });

  it("shows a server error with the request id", async () => {
    const page = await open().enter("fault@example.org");
    const body = {
      error: "Something went wrong on the server",
      code: "INTERNAL_ERROR",
      retryable: false,
      requestId: "r-77",
    };
    await page.route("**/console/api/faqs*", (route) => route.fulfill({ status: 500, json: body }));
    await follow(page, "FAQs");
    expect(await page.getByRole("alert").innerText()).toContain(
      "Something went wrong on the server. (request r-77)",
    );
  });

  it("at a phone's width has its navigation behind a button, which closes when a page is chosen", async () => {
    const { server, visit } = open();
    const page = await visit(`invitation/${await server.invite("phone@example.org")}`, {
      viewport: { width: 375, height: 740 },
      hasTouch: true,
    });
    await acceptInvitation(page);
    await generateToken(page);
    const menu = page.getByRole("button", { name: "Menu" });
    expect(await page.getByRole("link", { name: "FAQs" }).isVisible()).toBe(false);
    await menu.click();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("link", { name: "FAQs" }).isVisible()).toBe(false);
    await expect.poll(() => focused(page)).toBe("Menu");
    await menu.click();
    await page.getByRole("link", { name: "FAQs" }).click();
    await page.getByText("of 30 questions").waitFor();
    expect(await menu.getAttribute("aria-expanded")).toBe("false");
    await page.getByRole("searchbox").fill("prize");
    await page.getByText(/^1?\d of 30 questions$/).waitFor();
    expect(new URL(page.url()).search).toBe("?q=prize");
  });

  it.each([
    [390, 844],
    [900, 800],
    [1024, 768],
    [1440, 900],
  ])("shows administrators their pages without scrolling, in a window of %i × %i", async (width, height) => {
    const at = await open().member(`admin-${width}@example.org`, "--admin");
    const page = await at("/console/members", { viewport: { width, height } });
    await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await menu.click();
    const places = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("region", { name: "Administration" });
    const edge = await page.evaluate(
      "Math.min(innerHeight, document.querySelector('nav[aria-label=Main]').getBoundingClientRect().bottom)",
    );
    for (const name of ["Members", "Corpus", "Audit log"]) {
      const { y, height } = (await places.getByRole("link", { name }).boundingBox())!;
      expect([name, y > 0, y + height <= Number(edge)]).toEqual([name, true, true]);
    }
    await places.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
  });
});
