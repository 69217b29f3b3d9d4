/** The console in a real browser: the built server on a copy of the demo; visitors must cause no browser errors. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { ConsoleServer, Visitor } from "../acceptance/harness/console.ts";
import { noRateLimits } from "../acceptance/harness/no-limits.ts";
import { copyOfDemo } from "../acceptance/harness/shared-demo.ts";
import { launch } from "./browser.ts";

const screens = fileURLToPath(new URL("../artifacts/screens/", import.meta.url));

export const password = "correct horse battery";

/** Violations by a page, as text; there must be none after each test. */
function watch(page: Page, origins: readonly string[], complaints: string[]): void {
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && !origins.includes(url.origin)) complaints.push(`asked ${request.url()}`);
  });
  page.on("pageerror", (error) => complaints.push(`threw ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`opened an alert: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // The browser also logs error responses, which the page itself shows.
    const isAnswer = /^Failed to load resource/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isAnswer) complaints.push(`said ${message.text()}`);
  });
}

/** Runs in the page: logs policy violations to the browser console, where they are collected. */
function reportBreaches(): void {
  const scope = globalThis as unknown as {
    addEventListener(
      type: string,
      listener: (event: { violatedDirective: string; blockedURI: string }) => void,
    ): void;
  };
  scope.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    console.error(`policy violated: ${violatedDirective} by ${blockedURI}`);
  });
}

export interface OpenConsole {
  server: ConsoleServer;
  /** The demo's token; empty with another data directory. */
  token: string;
  /** A page of its own browser profile, at a place below /console/. */
  visit(place?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The token page of a new member who is signed in; with `--admin`, an administrator's. */
  enter(email: string, ...options: string[]): Promise<Page>;
  /** Adds a member, and returns what opens pages of theirs. */
  member(email: string, ...options: string[]): Promise<OpenPage>;
}

/**
 * Opens an address of the service. Pages share one browser profile, whose cache makes all but the first one fast; with
 * options, a page has a profile of its own, in which the member is signed in.
 */
export type OpenPage = (path: string, options?: BrowserContextOptions) => Promise<Page>;

export interface ConsoleSettings {
  env?: Record<string, string>;
  /** Makes the data directory, which is removed at the end; default: a copy of the demo. */
  makeData?(): Promise<string>;
  /** Called before the server starts, for settings that are only known then. */
  prepare?(): Promise<{ env: Record<string, string>; otherOrigins: string[] }>;
}

/** Starts one server for the tests of a block. */
export function useConsole(executable: string | null, settings: ConsoleSettings = {}): () => OpenConsole {
  let open: OpenConsole;
  let browser: Browser | undefined;
  let visitors = 0;
  const ends: (() => Promise<void>)[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    if (executable === null) return;
    const { data, token } = await dataOf(settings);
    const { env, otherOrigins } = (await settings.prepare?.()) ?? { env: {}, otherOrigins: [] };
    const server = new ConsoleServer(data, {
      // The tests of a file may be one member, faster than any person.
      ...noRateLimits,
      ...settings.env,
      ...env,
      PRIORART_TRUSTED_PROXIES: "127.0.0.1",
    });
    await server.start();
    server.url = env.PRIORART_PUBLIC_URL ?? server.url;
    browser = await launch(executable);
    // Each visitor has a different address: attempts are counted per address.
    const newAddress = () => `10.0.0.${++visitors}`;
    const newContext = (options: BrowserContextOptions, address = newAddress()) =>
      browser!.newContext({
        viewport: { width: 1280, height: 860 },
        extraHTTPHeaders: { "X-Forwarded-For": address },
        ...options,
      });
    const openPage = async (context: BrowserContext, path: string) => {
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.addInitScript(reportBreaches);
      watch(page, [server.url, ...otherOrigins], complaints);
      await page.goto(`${server.url}${path}`);
      return page;
    };
    /** A page of a profile that ends with the test. */
    const openAlone = async (path: string, options: BrowserContextOptions = {}) => {
      const context = await newContext(options);
      ends.push(() => context.close());
      return openPage(context, path);
    };
    const signedIn = async (email: string, options: readonly string[]) => {
      const address = newAddress();
      const member = new Visitor(server);
      member.address = address;
      await member.get("acceptInvitation", { secret: await server.invite(email, ...options), password });
      const context = await newContext({}, address);
      await context.addCookies(
        [...member.cookies].map(([name, value]) => ({ name, value, url: server.url })),
      );
      return context;
    };
    open = {
      server,
      token,
      visit: (place = "", options = {}) => openAlone(`/console/${place}`, options),
      enter: async (email, ...options) => {
        const context = await signedIn(email, options);
        ends.push(() => context.close());
        const page = await openPage(context, "/console/token");
        await page.getByRole("heading", { name: "API token", level: 1 }).waitFor();
        return page;
      },
      member: async (email, ...options) => {
        const shared = await signedIn(email, options);
        const storageState = await shared.storageState();
        return async (path, own) => {
          if (own !== undefined) return openAlone(path, { storageState, ...own });
          const page = await openPage(shared, path);
          ends.push(() => page.close());
          return page;
        };
      },
    };
  });
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await open?.server.dispose();
  });
  return () => open;
}

async function dataOf({ makeData }: ConsoleSettings): Promise<{ data: string; token: string }> {
  if (makeData !== undefined) return { data: await makeData(), token: "" };
  const { data, tokens } = await copyOfDemo();
  return { data, token: tokens.demo };
}

/** The heading of the first page of members. */
export const firstHeading = "What do you want to build?";

/** Chooses the password of the tests, and goes to the page of the token. */
export async function acceptInvitation(page: Page): Promise<void> {
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Enter it again").fill(password);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.getByRole("heading", { name: firstHeading }).waitFor();
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await follow(page, "API token");
}

/** The first answer of a new member: a token, read off the page. */
export async function generateToken(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Generate a token" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
  return page.getByRole("textbox", { name: "Your new token" }).inputValue();
}

/** Goes to a page by the navigation, whose link may count what is open: "Feedback 2 open". */
export async function follow(page: Page, name: string): Promise<void> {
  const link = new RegExp(`^${name}( [0-9]+\\+? open)?$`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

/** Chooses from a list of choices, by its label and the choice's name. */
export async function choose(scope: Page | Locator, label: string, choice: string): Promise<void> {
  await scope.getByRole("button", { name: new RegExp(`${label}$`) }).click();
  const page = "page" in scope ? (scope as Locator).page() : (scope as Page);
  await page.getByRole("option", { name: choice }).click();
}

/** Saves a screenshot of the whole page or of the viewport. */
export async function shoot(page: Page, name: string, whole = true): Promise<void> {
  mkdirSync(screens, { recursive: true });
  if (whole) await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path: `${screens}${name}.png`, fullPage: whole, animations: "disabled" });
}
