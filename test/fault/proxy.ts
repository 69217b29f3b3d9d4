/** nginx as deploy/several-servers has it, but for ports and paths. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

export const hasNginx = (): boolean => spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0;

export interface RunningProxy {
  url: string;
  stop(): Promise<void>;
}

/** In front of servers on ports of this machine. */
export async function startProxy(ports: readonly string[]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), "priorart-nginx-"));
  mkdirSync(join(folder, "logs"));
  const port = await freePort();
  const file = new URL("../../deploy/several-servers/nginx.conf", import.meta.url);
  const site = readFileSync(file, "utf8")
    .replace(
      /(?: +server priorart-\d:8787[^\n]*\n)+/,
      ports.map((one) => `server 127.0.0.1:${one} max_fails=0;\n`).join(""),
    )
    .replace("listen 80;", `listen 127.0.0.1:${port};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Workers of a master that runs as root could not enter the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${temporary.join(" ")} ${site} }`,
  );
  const nginx = spawn("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = once(nginx, "exit");
    nginx.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await vi.waitFor(async () => (await fetch(`${url}/healthz`)).arrayBuffer(), { timeout: 30_000 });
  return { url, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
