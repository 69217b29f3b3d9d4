/** deploy/several-servers and deploy/kubernetes: that they agree with the program, with each other, and with the image. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { variables } from "../../src/config/variables.ts";
import { operations } from "../../src/contract/api/operations.ts";
import { root, stages, textsOf } from "./dockerfile.case.ts";

const settings = new Set([
  ...variables.map(({ name }) => name as string),
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_REGION",
]);
const image = stages.at(-1)!;
const volume = textsOf(image, "VOLUME")[0]!;
const port = Number(textsOf(image, "EXPOSE")[0]);

const confined = {
  read_only: z.literal(true),
  tmpfs: z.tuple([z.string().regex(/^\/tmp:mode=1777,size=\d+[mg]$/)]),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  pids_limit: z.int().positive(),
  init: z.literal(true),
};

describe("deploy/several-servers", () => {
  const folder = `${root}deploy/several-servers`;
  const text = readFileSync(`${folder}/compose.yaml`, "utf8");
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
    volumes: object;
  };
  const servers = ["priorart-1", "priorart-2", "priorart-3"];
  const searches = ["search-1", "search-2", "search-3"];

  it("has three servers, the database, three search nodes and the proxy, and nothing else", () => {
    expect(Object.keys(services).sort()).toEqual(
      ["migrate", "postgres", "proxy", ...servers, ...searches].sort(),
    );
  });

  it.each([...servers, "migrate"])("%s is confined, and its settings are the program's", (name) => {
    const schema = z.object({
      ...confined,
      environment: z.record(z.string(), z.string()),
    });
    const { environment } = schema.parse(services[name]);
    expect(Object.keys(environment).filter((one) => !settings.has(one))).toEqual([]);
    expect(environment.PRIORART_DATABASE_URL).toContain("@postgres/");
    for (const search of searches) expect(environment.PRIORART_SEARCH_URL).toContain(`http://${search}:9200`);
    // Without a default: an empty secret must not be used.
    expect(environment.PRIORART_SECRET).toMatch(/^\$\{PRIORART_SECRET:\?\}$/);
  });

  it("gives each server a data directory of its own, and all of them one folder of snapshots", () => {
    servers.forEach((name, i) => {
      const { PRIORART_SNAPSHOTS: shared } = services[name]!.environment as Record<string, string>;
      expect(services[name]!.volumes).toEqual([`data-${i + 1}:${volume}`, `snapshots:${shared}`]);
      // A volume takes its owner from the image.
      expect(textsOf(image, "RUN").join()).toContain(shared);
    });
    const mounted = Object.values(services)
      .flatMap((service) => (service.volumes ?? []) as string[])
      .map((mount) => mount.split(":")[0]!)
      .filter((source) => !source.startsWith("./"));
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
  });

  it("publishes the proxy's port only, and on loopback", () => {
    const published = Object.entries(services).filter(([, service]) => service.ports !== undefined);
    expect(published.map(([name, service]) => [name, service.ports])).toEqual([
      ["proxy", ["127.0.0.1:8787:80"]],
    ]);
    const site = readFileSync(`${folder}/nginx.conf`, "utf8");
    const asked = [...site.matchAll(/^ {2}server (\S+);$/gm)].map(([, server]) => server);
    expect(asked).toEqual(servers.map((name) => `${name}:${port}`));
    // A request that may have been received must not be repeated, unless it only reads.
    const repeated = [...site.matchAll(/location ~ (\S+) \{([^}]*non_idempotent[^}]*)\}/g)];
    expect(site.match(/non_idempotent/g)).toHaveLength(repeated.length);
    const writing = ["sendFeedback", "suggestSource"];
    for (const [id, { method, path }] of Object.entries(operations).filter(
      ([, one]) => one.method === "POST",
    ))
      expect([
        id,
        method,
        repeated.some(([, location]) => new RegExp(location!).test(`/api/v1${path}`)),
      ]).toEqual([id, method, !writing.includes(id)]);
  });

  const hasCompose = spawnSync("docker", ["compose", "version"], { stdio: "ignore" }).status === 0;
  it.skipIf(!hasCompose)("is accepted by docker compose (skipped without it)", () => {
    const env = { ...process.env, POSTGRES_PASSWORD: "password", PRIORART_SECRET: "secret" };
    execFileSync("docker", ["compose", "-f", `${folder}/compose.yaml`, "config", "-q"], { env });
  });
});

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: Record<string, unknown>;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

describe("deploy/kubernetes", () => {
  const folder = `${root}deploy/kubernetes`;
  const objects = readdirSync(folder).flatMap((name) =>
    parseAllDocuments(readFileSync(`${folder}/${name}`, "utf8")).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as KubernetesObject;
    }),
  );
  const ofKind = (kind: string) => objects.find((one) => one.kind === kind)!;

  const probe = (path: "/healthz" | "/readyz") =>
    z.object({ httpGet: z.strictObject({ path: z.literal(path), port: z.literal("http") }) });
  const container = z.object({
    image: z.string().regex(/:[\w.]+$/, "names a version"),
    envFrom: z.tuple([
      z.strictObject({ configMapRef: z.strictObject({ name: z.literal("priorart") }) }),
      z.strictObject({ secretRef: z.strictObject({ name: z.literal("priorart") }) }),
    ]),
    resources: z.object({
      requests: z.object({ memory: z.string() }),
      limits: z.object({ memory: z.string() }),
    }),
    securityContext: z.strictObject({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
    }),
    volumeMounts: z.tuple([
      z.strictObject({ name: z.literal("data"), mountPath: z.literal(volume) }),
      z.strictObject({ name: z.literal("tmp"), mountPath: z.literal("/tmp") }),
    ]),
  });
  const pod = <T extends z.ZodRawShape>(more: T) =>
    z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(1000) }),
        containers: z.tuple([container.extend(more)]),
      }),
    });

  it("is the servers with their service and budget, settings, and the jobs that migrate and publish", () => {
    expect(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).sort()).toEqual([
      "apps/v1 Deployment",
      "batch/v1 CronJob",
      "batch/v1 Job",
      "policy/v1 PodDisruptionBudget",
      "v1 ConfigMap",
      "v1 Secret",
      "v1 Service",
    ]);
  });

  it("knows the program's settings only, and holds no secret", () => {
    const { data } = ofKind("ConfigMap");
    const { stringData } = ofKind("Secret");
    for (const name of [...Object.keys(data!), ...Object.keys(stringData!)]) expect(settings).toContain(name);
    for (const value of Object.values(stringData!)) expect(value).toMatch(/REPLACE|PASSWORD/);
    // What servers must share.
    expect(Object.keys(stringData!)).toEqual(
      expect.arrayContaining(["PRIORART_DATABASE_URL", "PRIORART_SECRET"]),
    );
    expect(data).toHaveProperty("PRIORART_SNAPSHOTS");
  });

  it("replaces servers one after the other, and only when the next one is ready", () => {
    const { spec } = ofKind("Deployment");
    const schema = z.object({
      replicas: z.int().min(3),
      strategy: z.object({
        rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.int().positive() }),
      }),
      template: pod({
        args: z.tuple([z.literal("serve")]),
        ports: z.tuple([z.strictObject({ name: z.literal("http"), containerPort: z.literal(port) })]),
        startupProbe: probe("/healthz"),
        readinessProbe: probe("/readyz"),
        livenessProbe: probe("/healthz"),
        lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }),
      }),
    });
    expect(schema.safeParse(spec).error?.issues).toBeUndefined();
    const { selector, template } = spec as {
      selector: { matchLabels: object };
      template: { metadata: { labels: object } };
    };
    for (const labels of [
      template.metadata.labels,
      ofKind("Service").spec.selector,
      (ofKind("PodDisruptionBudget").spec.selector as { matchLabels: object }).matchLabels,
    ])
      expect(labels).toEqual(selector.matchLabels);
    expect(ofKind("PodDisruptionBudget").spec.minAvailable).toBeLessThan(spec.replicas as number);
  });

  it("migrates and publishes in jobs that are not servers, one publish at a time", () => {
    const job = pod({ args: z.tuple([z.literal("migrate")]) });
    expect(job.safeParse(ofKind("Job").spec.template).error?.issues).toBeUndefined();
    const { concurrencyPolicy, jobTemplate } = ofKind("CronJob").spec as {
      concurrencyPolicy: string;
      jobTemplate: { spec: { template: { metadata: { labels: object } } } };
    };
    expect(concurrencyPolicy).toBe("Forbid");
    const publish = pod({ args: z.tuple([z.literal("publish")]) });
    expect(publish.safeParse(jobTemplate.spec.template).error?.issues).toBeUndefined();
    const { selector } = ofKind("Service").spec;
    expect(jobTemplate.spec.template.metadata.labels).not.toMatchObject(selector as object);
  });
});
