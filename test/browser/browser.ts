/** Finds a browser on this machine; the tests are skipped without one, except in CI. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const candidates = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Path of the browser, or null. Throws in CI, where a missing browser is an error. */
export function findBrowser(): string | null {
  const found = candidates.find((path) => existsSync(path)) ?? null;
  if (found === null && process.env.CI === "true")
    throw new Error(`no browser among ${candidates.join(", ")}: install chromium, .ci/run does`);
  if (found === null) process.stderr.write("Browser tests are skipped: install chromium to run them.\n");
  return found;
}

/** Launches the browser without its own background requests. */
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
