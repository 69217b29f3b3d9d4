/** The browser that this machine has, if any; its tests are skipped without one, except where CI promises one. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const candidates = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Path of the browser, or null. Throws under CI, where absence must not pass for success. */
export function findBrowser(): string | null {
  const found = candidates.find((path) => existsSync(path)) ?? null;
  if (found === null && process.env.CI === "true")
    throw new Error(`no browser among ${candidates.join(", ")}: install chromium, .ci/run does`);
  if (found === null) process.stderr.write("Browser tests are skipped: install chromium to run them.\n");
  return found;
}

/** Talks to nobody by itself. */
export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
