/**
 * What a person waits for in the pages, by the clock: `node bench/src/pages/wall-clock.mjs [PROJECTS]`, after
 * `npm run build`, with Chromium installed; a minute. It serves the demo on a free port of 127.0.0.1 and measures the
 * time from Enter to the frame that shows the first result, and the intervals between frames while a map of PROJECTS
 * (default 8,045) is dragged. Other programs slow both down, so the load average is printed with them.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const program = fileURLToPath(new URL("../../../bin/priorart.mjs", import.meta.url));
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const queries = [
  "wallet for agents",
  "rain insurance for farmers",
  "oracle price manipulation",
  "tutor for children",
  "carbon accounting",
  "voice assistant for the elderly",
  "zero knowledge identity",
  "bridge monitoring",
  "payroll in stablecoins",
  "music royalties",
];
const rounds = 3;
const frames = 300;

async function serve(data) {
  const server = spawn(process.execPath, [program, "serve", "--data", data], {
    env: {
      ...process.env,
      PRIORART_PORT: "0",
      PRIORART_LOG_LEVEL: "error",
      PRIORART_LIMIT_PAGE_SEARCH: "0",
      PRIORART_LIMIT_PAGE_ANALYSIS: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout }))
    if (line.startsWith("Listening on ")) return { server, url: line.slice("Listening on ".length) };
  throw new Error("the server ended before it listened");
}

async function signIn(page, url, data) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    ...["member", "invite", "clock@example.org", "--data", data],
  ]);
  await page.goto(`${url}/console/invitation/${/invitation\/(\S+)/.exec(stdout)[1]}`);
  for (const field of ["Password", "Enter it again"])
    await page.getByLabel(field).fill("correct horse battery");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.getByText("What do you want to build?").waitFor();
}

/** Runs in the page: milliseconds from Enter to the frame after the one that draws another first result. */
const watchFirstResult = `
  globalThis.firstResult = () => document.querySelector("[aria-label='Projects found'] h2")?.textContent;
  globalThis.took = [];
  addEventListener("keydown", ({ key }) => {
    if (key !== "Enter") return;
    const [start, before] = [performance.now(), firstResult()];
    const look = () => {
      const now = firstResult();
      if (now === undefined || now === before) requestAnimationFrame(look);
      else requestAnimationFrame(() => took.push(performance.now() - start));
    };
    requestAnimationFrame(look);
  }, true);`;

async function searches(page, url) {
  await page.goto(`${url}/projects`);
  await page.getByText("newest first").waitFor();
  await page.evaluate(watchFirstResult);
  let done = 0;
  for (let round = 0; round < rounds; round++)
    for (const query of queries) {
      await page.getByRole("searchbox").fill(`${query} ${round === 0 ? "" : round}`.trim());
      await page.keyboard.press("Enter");
      await page.waitForFunction(`took.length > ${done++}`);
    }
  return page.evaluate("took");
}

/** A spiral of dots in eight clusters. */
function landscapeOf(count) {
  const all = Array.from({ length: count }, (_, at) => at);
  const place = (at, turn) =>
    Math.round((0.5 + (Math.sqrt(at / count) / 2.1) * turn(at * 2.4)) * 10_000) / 10_000;
  const clusters = Array.from({ length: 8 }, (_, at) => at);
  return {
    revision: "clock",
    count,
    slugs: all.map((at) => `project-${at}`),
    names: all.map((at) => `Project ${at}`),
    x: all.map((at) => place(at, Math.cos)),
    y: all.map((at) => place(at, Math.sin)),
    cluster: all.map((at) => at % 8),
    category: all.map(() => -1),
    year: all.map(() => 2025),
    award: all.map(() => 0),
    clusters: {
      keys: clusters.map((at) => `v1-c${at + 1}`),
      labels: clusters.map((at) => `Cluster ${at + 1}`),
      x: clusters.map((at) => 0.1 + at / 10),
      y: clusters.map((at) => 0.1 + at / 10),
    },
    categories: [],
  };
}

/** Runs in the page: drags the map by one step per frame, and returns the time of each frame. */
const drag = `new Promise((resolve) => {
  const canvas = document.querySelector("[role=application] canvas");
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const send = (type, clientX, clientY) =>
    canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX, clientY, bubbles: true }));
  canvas.setPointerCapture = () => {};
  send("pointerdown", x, y);
  const times = [];
  const step = (time) => {
    times.push(time);
    send("pointermove", x + 200 * Math.sin(times.length / 20), y + 120 * Math.sin(times.length / 15));
    if (times.length <= ${frames}) return requestAnimationFrame(step);
    send("pointerup", x, y);
    resolve(times);
  };
  requestAnimationFrame(step);
})`;

async function pans(page, url, count) {
  await page.route("**/console/api/v1/landscape", (route) => route.fulfill({ json: landscapeOf(count) }));
  await page.goto(`${url}/landscape?at=0.5~0.5~2`);
  await page.getByRole("application", { name: /^Map of/ }).waitFor();
  await page.waitForLoadState("networkidle");
  const times = await page.evaluate(drag);
  return times.slice(1).map((time, at) => time - times[at]);
}

function say(what, values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  const load = loadavg()[0].toFixed(1);
  console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${values.length}; load average ${load}`);
}

const count = Number(process.argv[2] ?? 8_045);
const executablePath = browsers.find((path) => existsSync(path));
if (executablePath === undefined) throw new Error("install Chromium: the pages are measured in it");
const data = await mkdtemp(join(tmpdir(), "priorart-clock-"));
try {
  await promisify(execFile)(process.execPath, [program, "demo", "--data", join(data, "demo")]);
  const { server, url } = await serve(join(data, "demo"));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    // The policy of the page forbids scripts that are evaluated in it, as waitForFunction does.
    const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await signIn(page, url, join(data, "demo"));
    say("from Enter to the first result, demo", await searches(page, url));
    say(`between frames, map of ${count} projects dragged`, await pans(page, url, count));
  } finally {
    await browser.close();
    server.kill();
    await once(server, "exit");
  }
} finally {
  await rm(data, { recursive: true, force: true });
}
