/**
 * How long `/healthz` takes while clients post large, deeply nested bodies to the console's public operations:
 * `node bench/src/load/hostile-bodies.mjs`, after `npm run build`. It starts the built server on an empty data
 * directory and a free port of 127.0.0.1, and takes about two minutes. Idle and attacked rounds alternate; the figures
 * are medians over the rounds. On Linux it also prints what the attack costs the server's main thread. Exits 1 when
 * p99 under attack is above three times idle.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const rounds = 15;
const roundMilliseconds = 1_500;
const connections = 8;
const operations = ["sign-in", "sign-up", "invitation", "invitation/accept", "oidc"];
const attacks = {
  "1 MB of nested arrays": "[".repeat(524_288) + "]".repeat(524_288),
  "16 KB of nested arrays": "[".repeat(8_192) + "]".repeat(8_192),
};

/** Resolves with the milliseconds until the response was read, whatever its status. */
function timed(url, agent, body) {
  const started = performance.now();
  const headers = { "Content-Type": "application/json", "X-Console-Request": "1" };
  if (body) headers["Content-Length"] = Buffer.byteLength(body);
  return new Promise((resolve) => {
    const done = () => resolve(performance.now() - started);
    const sent = request(
      url,
      { agent, method: body ? "POST" : "GET", headers: body ? headers : {} },
      (response) => response.resume().on("end", done).on("error", done),
    );
    sent.on("error", done).end(body);
  });
}

/** Concurrent connections, each sending its next request when the last is answered. */
async function attack({ url, body, milliseconds }) {
  const end = performance.now() + milliseconds;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const target = `${url}/console/auth/${operations[i % operations.length]}`;
      for (; performance.now() < end; sent++) await timed(target, agent, body);
    }),
  );
  agent.destroy();
  parentPort.postMessage(sent);
}

async function probe(url) {
  const end = performance.now() + roundMilliseconds;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  while (performance.now() < end) {
    times.push(await timed(`${url}/healthz`, agent));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const summary = (results) => ({
  p50: median(results.map((r) => r.p50)),
  p99: median(results.map((r) => r.p99)),
});
const shown = ({ p50, p99 }) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;

/** Processor time of the process's main thread, in milliseconds; null where there is no /proc. */
function mainThreadTime(pid) {
  const file = `/proc/${pid}/task/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, "utf8").split(") ").at(-1).split(" ");
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** One round under attack, with the attacker in a thread of its own. */
async function attackedRound({ url, pid }, body) {
  const before = mainThreadTime(pid);
  const milliseconds = roundMilliseconds + 500;
  const attacker = new Worker(new URL(import.meta.url), { workerData: { url, body, milliseconds } });
  const [counted, ended] = [once(attacker, "message"), once(attacker, "exit")];
  await once(attacker, "online");
  const times = await probe(url);
  const [sent] = await counted;
  await ended;
  const busy = before === null ? null : (mainThreadTime(pid) - before) / milliseconds;
  return { ...times, perSecond: (sent * 1_000) / milliseconds, busy };
}

async function startServer(data) {
  const program = fileURLToPath(new URL("../../../bin/priorart.mjs", import.meta.url));
  const server = spawn(process.execPath, [program, "serve", "--data", data], {
    env: { ...process.env, PRIORART_PORT: "0", PRIORART_WORKERS: "1", PRIORART_LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith("Listening on ")) return { server, url: line.slice("Listening on ".length) };
  }
  throw new Error("the server ended before it listened");
}

async function main() {
  const data = await mkdtemp(join(tmpdir(), "priorart-load-"));
  const { server, url } = await startServer(data);
  try {
    await probe(url);
    for (const [name, body] of Object.entries(attacks)) {
      const idle = [];
      const attacked = [];
      for (let round = 0; round < rounds; round++) {
        idle.push(await probe(url));
        attacked.push(await attackedRound({ url, pid: server.pid }, body));
      }
      const [before, during] = [summary(idle), summary(attacked)];
      const factor = during.p99 / before.p99;
      console.log(
        `${name}\n  idle      ${shown(before)}\n  attacked  ${shown(during)}: ${factor.toFixed(1)} times`,
      );
      const perSecond = median(attacked.map((round) => round.perSecond));
      const busy = attacked[0].busy === null ? null : median(attacked.map((round) => round.busy));
      console.log(
        `  ${perSecond.toFixed(0)} hostile requests/s` +
          (busy === null
            ? ""
            : `; the main thread is busy ${(busy * 100).toFixed(0)} % of the time, probes included`),
      );
      if (factor > 3) process.exitCode = 1;
    }
  } finally {
    server.kill();
    await once(server, "exit");
    await rm(data, { recursive: true, force: true });
  }
}

if (isMainThread) await main();
else await attack(workerData);
