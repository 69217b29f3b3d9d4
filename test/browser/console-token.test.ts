/** From an invitation to a token and its first response; replacement of the previous token; sign-out. */
import { spawn, spawnSync } from "node:child_process";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { changeTokens } from "../acceptance/harness/account-rows.ts";
import { findBrowser } from "./browser.ts";
import { acceptInvitation, generateToken, password, useConsole } from "./console.ts";

const executable = findBrowser();
const DAY_MS = 86_400_000;

/** Runs a sample in a shell or an interpreter of this machine; resolves to its output. */
function runSample(program: string, args: readonly string[], code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, code], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
    });
    child.stderr.on("data", (piece) => {
      output += piece;
    });
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

const isHere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

describe.skipIf(executable === null)("a member's token", () => {
  const open = useConsole(executable);
  const statusOf = async (token: string) => {
    const response = await fetch(`${open().server.url}/api/v1/status`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status, scope: ((await response.json()) as { scope?: string }).scope };
  };

  /** What the sample of a language shows. */
  async function sampleOf(page: Page, language: string): Promise<string> {
    await page.getByRole("tab", { name: language }).click();
    return page.getByRole("region", { name: language, exact: true }).innerText();
  }

  it("goes from the first administrator's link to an answer in under a minute, with the samples unchanged", async () => {
    const { server, visit } = open();
    const started = performance.now();
    const page = await visit(`invitation/${await server.invite("first@example.org", "--admin")}`);
    await acceptInvitation(page);
    expect(await page.title()).toBe("API token · Prior Art");
    // The link is used up, and the browser's back button does not return to it.
    expect(page.url()).toBe(`${server.url}/console/token`);
    const token = await generateToken(page);
    expect(await statusOf(token)).toEqual({ status: 200, scope: "priorart:read priorart:me" });
    await page.getByRole("button", { name: "Try it" }).click();
    expect(await page.getByRole("list", { name: "Projects found" }).innerText()).toContain("Netforty");
    expect(performance.now() - started).toBeLessThan(60_000);

    const python = await sampleOf(page, "Python");
    const curl = await sampleOf(page, "curl");
    expect(
      await runSample(
        process.execPath,
        ["--input-type=module", "--eval"],
        await sampleOf(page, "JavaScript"),
      ),
    ).toMatch(/^Netforty – /);
    expect(curl).toContain(`${server.url}/api/v1/search/projects`);
    if (isHere("curl")) expect(await runSample("sh", ["-c"], curl)).toContain('"slug":"netforty"');
    if (isHere("python3")) expect(await runSample("python3", ["-c"], python)).toMatch(/^Netforty – /);
  });

  it("is shown once: neither a reload nor another page brings it back, and no store of the browser holds it", async () => {
    const page = await open().enter("once@example.org");
    const token = await generateToken(page);
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(kept).not.toContain("pa_");
    await page.getByRole("link", { name: "FAQs" }).click();
    await page.getByRole("heading", { name: "FAQs" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Your token" }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.reload();
    await page.getByRole("heading", { name: "Your token" }).waitFor();
    expect(await page.content()).not.toContain(token);
    expect(await sampleOf(page, "curl")).toContain("$PRIORART_TOKEN");
  });

  it("is copied by one click", async () => {
    const page = await open().enter("copy@example.org");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const token = await generateToken(page);
    await page.getByRole("button", { name: "Copy token" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(token);
  });

  it("is regenerated only after a warning about tools that stop; then the old one is refused immediately", async () => {
    const page = await open().enter("again@example.org");
    const old = await generateToken(page);
    await page.getByRole("button", { name: "Regenerate" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.innerText()).toContain("Tools that use the old token stop working immediately");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await statusOf(old)).status).toBe(200);
    await page.getByRole("button", { name: "Regenerate" }).click();
    await dialog.getByLabel("priorart:me").uncheck();
    await dialog.getByRole("button", { name: "Regenerate" }).click();
    await dialog.waitFor({ state: "detached" });
    const next = await page.getByRole("textbox", { name: "Your new token" }).inputValue();
    expect(next).not.toBe(old);
    expect((await statusOf(old)).status).toBe(401);
    expect(await statusOf(next)).toEqual({ status: 200, scope: "priorart:read" });
  });

  it("without a scope cannot be generated", async () => {
    const page = await open().enter("none@example.org");
    await page.getByRole("button", { name: "Generate a token" }).click();
    const dialog = page.getByRole("dialog");
    for (const scope of ["priorart:read", "priorart:me"]) await dialog.getByLabel(scope).uncheck();
    expect(await dialog.getByRole("button", { name: "Generate" }).isDisabled()).toBe(true);
  });

  it("is revoked, and the page offers another", async () => {
    const page = await open().enter("revoke@example.org");
    const token = await generateToken(page);
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("You have no valid token").waitFor();
    expect(await page.content()).not.toContain(token);
    expect((await statusOf(token)).status).toBe(401);
    await generateToken(page);
  });

  it("shows a warning from 14 days before its expiry, and is shown as expired afterwards", async () => {
    const { server, enter } = open();
    const page = await enter("late@example.org");
    await generateToken(page);
    const endIn = async (days: number) => {
      const expires_at = Date.now() + days * DAY_MS;
      changeTokens(server.data, "late@example.org", { expires_at });
      await page.reload();
      await page.getByRole("heading", { name: "How to use it" }).waitFor();
      return page.getByRole("main").innerText();
    };
    expect(await endIn(14.5)).not.toContain("Your token expires");
    expect(await endIn(13.5)).toContain("Your token expires in 13 days");
    expect(await endIn(0.5)).toContain("Your token expires today");
    expect(await endIn(-1)).toContain("Your token expired on");
  });

  it("outlives the session: after signing out the page needs a sign-in, and every wrong password gets the same message", async () => {
    const { server, enter } = open();
    const page = await enter("out@example.org");
    const token = await generateToken(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect((await statusOf(token)).status).toBe(200);
    expect(await page.content()).not.toContain("pa_");
    await page.goto(`${server.url}/console/profile`);
    const signIn = async (email: string, word: string) => {
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill(word);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    const refusals = new Set<string>();
    for (const email of ["out@example.org", "nobody@example.org"]) {
      await page.reload();
      await signIn(email, "not the right one");
      refusals.add(await page.getByRole("alert").innerText());
    }
    expect([...refusals]).toEqual([
      "E-mail and password do not match; check both, or ask an administrator for a new invitation.",
    ]);
    // After sign-in, the requested page is shown.
    await signIn("out@example.org", password);
    await page.getByRole("heading", { name: "Profile" }).waitFor();
  });
});
