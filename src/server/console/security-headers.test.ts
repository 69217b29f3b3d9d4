/** What browsers may do with the console's pages. */
import { afterEach, expect, it } from "vitest";
import type { RunningServer } from "../fakes.case.ts";
import { startConsole } from "./console.case.ts";

let server: RunningServer;
afterEach(() => server.close());

const common = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

it("pages load only the service's own files, in no foreign frame; refusals too", async () => {
  server = await startConsole();
  for (const path of ["/console/", "/projects", "/console/api/members", "/console/missing.js"]) {
    const { headers } = await server.send("GET", path);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...common,
      "cross-origin-opener-policy": "same-origin",
    });
  }
});

it("only the page of consent keeps the window that opened it", async () => {
  server = await startConsole();
  const { headers } = await server.send("GET", "/console/authorize?client_id=x");
  expect(Object.fromEntries(headers)).toMatchObject({
    ...common,
    "cross-origin-opener-policy": "unsafe-none",
  });
});
