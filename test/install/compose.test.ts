/** compose.yaml and the systemd unit: what they confine, and that both agree with the program. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { variables } from "../../src/config/variables.ts";
import { root, stages, textsOf } from "./dockerfile.case.ts";

const settings = variables.map(({ name }) => name as string);
const volume = textsOf(stages.at(-1)!, "VOLUME")[0]!;
const has = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

describe("compose.yaml", () => {
  const text = readFileSync(`${root}compose.yaml`, "utf8");

  it("has the one service, confined: nothing may be missing and nothing is left open", () => {
    const schema = z.strictObject({
      services: z.strictObject({
        priorart: z.strictObject({
          build: z.literal("."),
          image: z.string().regex(/^[a-z-]+$/),
          // Not on every interface: published ports pass by the host's firewall.
          ports: z.tuple([z.literal("127.0.0.1:8787:8787")]),
          environment: z.partialRecord(z.enum(settings), z.string().regex(/^\$\{PRIORART_\w+:-[^}]*\}$/)),
          volumes: z.tuple([z.literal(`data:${volume}`)]),
          read_only: z.literal(true),
          tmpfs: z.tuple([z.string().regex(/^\/tmp:mode=1777,size=\d+[mg]$/)]),
          cap_drop: z.tuple([z.literal("ALL")]),
          security_opt: z.tuple([z.literal("no-new-privileges:true")]),
          pids_limit: z.int().positive(),
          init: z.literal(true),
          restart: z.literal("unless-stopped"),
          stop_grace_period: z.literal("30s"),
        }),
      }),
      volumes: z.strictObject({ data: z.null() }),
    });
    expect(schema.safeParse(parse(text)).error?.issues).toBeUndefined();
  });

  it.skipIf(!has("docker", "compose", "version"))(
    "is accepted by docker compose (skipped without it)",
    () => {
      execFileSync("docker", ["compose", "-f", `${root}compose.yaml`, "config", "-q"]);
    },
  );
});

describe("deploy/priorart.service", () => {
  const text = readFileSync(`${root}deploy/priorart.service`, "utf8");
  const lines = text.split("\n").filter((line) => /^\w+=/.test(line));

  it("uses settings of the program only, and keeps all data in its state directory", () => {
    const environment = lines
      .filter((line) => line.startsWith("Environment=PRIORART_"))
      .map((line) => line.slice(12));
    expect(environment).toEqual(["PRIORART_DATA=/var/lib/priorart/data"]);
    expect(lines).toEqual(
      expect.arrayContaining(["StateDirectory=priorart", "User=priorart", "ProtectSystem=strict"]),
    );
    // V8 compiles at run time: this would end the service at its start.
    expect(lines.join()).not.toContain("MemoryDenyWriteExecute=yes");
  });

  it.skipIf(!has("systemd-analyze", "--version"))(
    "is valid, and systemd counts its exposure as small (skipped without systemd-analyze)",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "priorart-unit-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const unit = join(folder, "priorart.service");
      // The program need not be installed here.
      writeFileSync(unit, text.replace("/usr/local/bin/priorart", process.execPath));
      const verified = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
      expect([verified.status, verified.stderr]).toEqual([0, ""]);
      // In tenths; 20 of at most 100.
      const rated = spawnSync("systemd-analyze", ["security", "--offline=yes", "--threshold=20", unit], {
        encoding: "utf8",
      });
      expect(rated.status, rated.stdout + rated.stderr).toBe(0);
    },
  );
});
