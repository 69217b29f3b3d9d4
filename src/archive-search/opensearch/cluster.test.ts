import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ClusterOptions, openCluster, withDeadline } from "./cluster.ts";

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const nodeThat = async (answers: RequestListener) =>
  `http://127.0.0.1:${await portOf(createServer(answers))}`;

const json =
  (status: number, body: object = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  };

function clusterOf(nodes: string[], fields: Partial<ClusterOptions> = {}) {
  const cluster = openCluster({ nodes, ca: null, prefix: "p", timeoutMs: 5_000, ...fields });
  onTestFinished(() => cluster.close());
  return cluster;
}

const get = { method: "GET", path: "/" } as const;

describe("a cluster", () => {
  it.each([429, 502, 503, 504])("asks another node when one answers %d", async (status) => {
    const asked: number[] = [];
    const node = (n: number, answers: RequestListener) =>
      nodeThat((request, response) => {
        asked.push(n);
        answers(request, response);
      });
    const cluster = clusterOf([await node(1, json(status)), await node(2, json(200, { found: true }))]);
    for (let i = 0; i < 4; i++) expect((await cluster.request(get)).body).toEqual({ found: true });
    expect(asked).toContain(2);
  });

  it.each([400, 401, 404])("does not repeat what was answered with %d", async (status) => {
    let asked = 0;
    const cluster = clusterOf([
      await nodeThat((request, response) => {
        asked++;
        json(status, { error: { type: "some_exception" } })(request, response);
      }),
    ]);
    await expect(cluster.request(get)).rejects.toMatchObject({ isTransient: false });
    expect(asked).toBe(1);
  });

  it("names neither password nor query in its messages", async () => {
    const url = await nodeThat(json(400, { error: { type: "parsing_exception", reason: "secret words" } }));
    const cluster = clusterOf([url.replace("http://", "http://ada:hidden@")]);
    const body = { query: { match: { terms: "secret words" } } };
    const failure: Error = await cluster.request({ method: "POST", path: "/_search", body }).then(
      () => new Error("none"),
      (error) => error,
    );
    expect(failure.message).toContain("status 400 parsing_exception");
    expect(failure.message).not.toMatch(/hidden|secret/);
  });

  it("gives all requests of a search one time limit together", async () => {
    const slow = await nodeThat((request, response) => {
      setTimeout(() => json(200)(request, response), 250).unref();
    });
    const search = withDeadline(clusterOf([slow], { timeoutMs: 1_000 }));
    const started = performance.now();
    await expect(
      (async () => {
        for (let i = 0; i < 20; i++) await search.request(get);
      })(),
    ).rejects.toMatchObject({ isTransient: true });
    expect(performance.now() - started).toBeLessThan(1_900);
  });

  it("verifies certificates by the authority that is given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "priorart-tls-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name)) as [string, string];
    const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
    const names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert];
    execFileSync("openssl", [...request, ...names], { stdio: "ignore" });
    const server = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      json(200, { found: true }),
    );
    const url = `https://127.0.0.1:${await portOf(server)}`;
    const ca = readFileSync(cert, "utf8");
    expect((await clusterOf([url], { ca }).request(get)).body).toEqual({ found: true });
    await expect(clusterOf([url], { timeoutMs: 500 }).request(get)).rejects.toThrow(
      /certificate|self.signed/i,
    );
  });
});
