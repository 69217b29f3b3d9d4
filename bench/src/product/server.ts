/** A running `priorart serve`, on a free port of this machine. */
import { createServer } from "node:net";
import { runCommand, startCommand } from "./command.ts";

export interface BenchServer {
  pid: number;
  url: string;
  /** From starting the process to the first good /readyz. */
  secondsToReady: number;
  stop(): Promise<void>;
}

const everyLimitOff = {
  PRIORART_LIMIT_SEARCH: "0",
  PRIORART_LIMIT_ANALYSIS: "0",
  PRIORART_LIMIT_ME: "0",
  PRIORART_LIMIT_CONCURRENCY: "0",
  PRIORART_LOG_LEVEL: "warn",
};

export async function startServer(
  data: string,
  limitSeconds: number,
  env: Record<string, string> = {},
): Promise<BenchServer> {
  const port = await freePort();
  const started = performance.now();
  const child = startCommand(["serve"], {
    data,
    env: { ...everyLimitOff, PRIORART_PORT: String(port), PRIORART_HOST: "127.0.0.1", ...env },
  });
  let said = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2_000);
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(force);
  };
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    const waited = (performance.now() - started) / 1000;
    if (waited < limitSeconds && child.exitCode === null) await pause(10);
    else {
      await stop();
      throw new Error(`the server did not get ready in ${waited.toFixed(0)} s: ${said.trim()}`);
    }
  }
  return { pid: child.pid!, url, secondsToReady: (performance.now() - started) / 1000, stop };
}

/** A token of a member made for the bench. */
export async function issueToken(data: string): Promise<string> {
  const options = { data, limitSeconds: 60 };
  await runCommand(["member", "add", "bench@example.org"], options);
  const { stdout } = await runCommand(["token", "issue", "bench@example.org"], options);
  const token = /Token: (\S+)/.exec(stdout)?.[1];
  if (!token) throw new Error("no token was printed");
  return token;
}

export async function post(url: string, token: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
