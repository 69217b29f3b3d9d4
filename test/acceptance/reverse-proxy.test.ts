/** The service behind a real nginx with deploy/nginx.conf, over TLS with a self-signed certificate. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryDirectories } from "./cli-harness.ts";
import { Service } from "./harness/service.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

const has = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;
const ready = has("nginx", "-v") && has("openssl", "version");
const directories = temporaryDirectories();

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function makeCertificate(folder: string): void {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const { status, stderr } = spawnSync("openssl", ["req", ...kind, ...subject, ...files], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

/** The file as documented, but for names, ports and paths. */
function writeConfiguration(folder: string, ports: { http: number; https: number; service: string }): string {
  const site = readFileSync(new URL("../../deploy/nginx.conf", import.meta.url), "utf8")
    .replace("server 127.0.0.1:8787;", `server ${ports.service};`)
    .replace("listen 80;", `listen 127.0.0.1:${ports.http};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${ports.https} ssl http2;`)
    .replaceAll("research.example.org;", "localhost;")
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const path = join(folder, "nginx.conf");
  // Workers of a master that runs as root could not enter the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    path,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${temporary.join(" ")} ${site} }`,
  );
  return path;
}

describe.skipIf(!ready)("behind nginx (skipped where nginx or openssl is not installed)", () => {
  let service: Service;
  let nginx: ReturnType<typeof spawn>;
  let origin = "";
  let plain = "";
  let ca: Buffer;

  beforeAll(async () => {
    const folder = await directories.make();
    mkdirSync(join(folder, "logs"));
    makeCertificate(folder);
    const [http, https] = await freePorts(2);
    origin = `https://localhost:${https}`;
    plain = `http://127.0.0.1:${http}`;
    service = new Service(await copyOfDemo(), {
      PRIORART_PUBLIC_URL: origin,
      PRIORART_TRUSTED_PROXIES: "127.0.0.1",
    });
    await service.start();
    const file = writeConfiguration(folder, {
      http: http!,
      https: https!,
      service: new URL(service.url).host,
    });
    nginx = spawn("nginx", ["-p", folder, "-e", "stderr", "-c", file], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    ca = readFileSync(join(folder, "cert.pem"));
    // Not while it starts.
    await vi.waitFor(async () => expect((await ask("/healthz")).status).toBe(200), { timeout: 30_000 });
  });
  afterAll(async () => {
    if (nginx) {
      const exited = once(nginx, "exit");
      nginx.kill("SIGQUIT");
      await exited;
    }
    await service?.dispose();
    await directories.removeAll();
  });

  interface Sent {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  const send = (url: string, { body, ...options }: Sent) =>
    new Promise<Response>((resolve, reject) => {
      const request = url.startsWith("https:")
        ? https.request(url, { ...options, ca, agent: false })
        : http.request(url, options);
      request.on("error", reject);
      request.on("response", async (response) => {
        // The server may answer, and close, before it has read the whole body.
        request.off("error", reject).on("error", () => {});
        const headers = new Headers(response.headers as Record<string, string>);
        const received = await buffer(response).catch(reject);
        if (received) resolve(new Response(received, { status: response.statusCode, headers }));
      });
      request.end(body);
    });

  const ask = (path: string, { token, ...sent }: Sent & { token?: string } = {}) =>
    send(`${origin}${path}`, {
      ...sent,
      headers: {
        ...(sent.body ? { "Content-Type": "application/json" } : {}),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...sent.headers,
      },
    });

  it("answers the API over https with HSTS, and redirects http", async () => {
    const search = { method: "POST", body: JSON.stringify({ query: "invoices for freelancers" }) };
    const response = await ask("/api/v1/search/projects", { ...search, token: service.tokens.demo });
    expect([response.status, response.headers.get("strict-transport-security")]).toEqual([
      200,
      "max-age=31536000",
    ]);
    const { results } = (await response.json()) as { results: unknown[] };
    expect(results.length).toBeGreaterThan(0);
    const { status, headers } = await send(`${plain}/docs?x=1`, { headers: { Host: "localhost" } });
    expect([status, headers.get("location")]).toEqual([
      301,
      expect.stringMatching(/^https:\/\/.*\/docs\?x=1$/),
    ]);
  });

  it("shows the pages, and takes a sign-in from its public origin only", async () => {
    expect(await (await ask("/")).text()).toContain("<!doctype html>");
    const signIn = async (from: string) => {
      const body = JSON.stringify({ email: "ada@example.org", password: "a wrong password" });
      const response = await ask("/console/auth/sign-in", {
        method: "POST",
        body,
        headers: { Origin: from, "X-Console-Request": "1" },
      });
      return response.status;
    };
    expect([await signIn(origin), await signIn("https://evil.example")]).toEqual([401, 403]);
  });

  it("streams a download unchanged", async () => {
    const request = { method: "POST", body: JSON.stringify({ format: "jsonl" }), token: service.tokens.demo };
    const through = await (await ask("/api/v1/search/projects/export", request)).text();
    expect(through.trim().split("\n")).toHaveLength(127);
    const direct = await service.ask("exportProjects", { json: { format: "jsonl" } });
    expect(through).toBe(direct.body);
  });

  it("passes an agent's calls", async () => {
    const response = await ask("/mcp", {
      method: "POST",
      token: service.tokens.demo,
      headers: { Accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"serverInfo"');
  });

  it("lets the service refuse a large body, in its own error shape", async () => {
    const body = JSON.stringify({ query: "x".repeat(2_000_000) });
    const response = await ask("/api/v1/search/projects", {
      method: "POST",
      body,
      token: service.tokens.demo,
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({ code: "PAYLOAD_TOO_LARGE" }),
    ]);
  });

  it("does not show metrics, and does not believe the address that a client claims", async () => {
    expect((await ask("/metrics")).status).toBe(404);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      const headers = { "X-Forwarded-For": `203.0.113.${n}` };
      const response = await ask("/api/v1/status", { token: "pa_wrong", headers });
      await response.text();
      statuses.push(response.status);
    }
    expect([statuses.at(0), statuses.at(-1)]).toEqual([401, 429]);
  });
});
