import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchSignals } from "./recogniser.ts";
import type { Recogniser, SignalKind } from "./technology.ts";

const technology = (name: string, more: Partial<Recogniser>): Recogniser => ({
  name,
  kind: "frameworks",
  signals: {},
  implies: [],
  ...more,
});

/** Naive oracle: implements the documented matching, one pattern at a time. */
function naiveMatches(recognisers: readonly Recogniser[], kind: SignalKind, name: string): string[] {
  const found = new Set<string>();
  for (const recogniser of recognisers) {
    for (const pattern of recogniser.signals[kind] ?? []) {
      const hit =
        kind === "host"
          ? name === pattern || name.endsWith(`.${pattern}`)
          : pattern.endsWith("*")
            ? name.startsWith(pattern.slice(0, -1))
            : name === pattern;
      if (!hit) continue;
      found.add(recogniser.name);
      for (const implied of recogniser.implies) found.add(implied);
    }
  }
  return recognisers.map(({ name: each }) => each).filter((each) => found.has(each));
}

describe("matchSignals", () => {
  it("finds what a naive loop over all patterns finds, in the order of the recognisers", () => {
    const word = fc.stringMatching(/^[ab]{1,3}$/);
    const dotted = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));
    const pattern = fc.tuple(word, fc.boolean()).map(([stem, prefix]) => (prefix ? `${stem}*` : stem));
    const list = fc.array(
      fc.record({
        npm: fc.array(pattern, { maxLength: 4 }),
        host: fc.array(dotted, { maxLength: 4 }),
        implies: fc.subarray(["t0", "t1", "t2"]),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(list, dotted, fc.constantFrom("npm" as const, "host" as const), (entries, name, kind) => {
        const recognisers = entries.map(({ npm, host, implies }, index) =>
          technology(`t${index}`, { signals: { npm, host }, implies }),
        );
        const matches = matchSignals(recognisers)(kind, name);
        expect(matches.map(({ recogniser }) => recogniser.name)).toEqual(
          naiveMatches(recognisers, kind, name),
        );
      }),
    );
  });

  it("takes the version from the first pattern of a list, of frameworks, tools and languages only", () => {
    const signals = { npm: ["main", "plugin", "plugin-*"], docker: ["image"], file: ["config.js"] };
    const states = (kind: Recogniser["kind"], signal: SignalKind, name: string) =>
      matchSignals([technology("t", { kind, signals })])(signal, name)[0]?.statesVersion;
    expect(states("frameworks", "npm", "main")).toBe(true);
    expect(states("tooling", "docker", "image")).toBe(true);
    expect(states("frameworks", "npm", "plugin")).toBe(false);
    expect(states("frameworks", "file", "config.js")).toBe(false);
    expect(states("services", "npm", "main")).toBe(false);
    expect(states("services", "docker", "image")).toBe(true);
    expect(states("chains", "npm", "main")).toBe(false);
  });

  it("never takes a version for an implied technology", () => {
    const recognisers = [
      technology("child", { signals: { npm: ["child"] }, implies: ["parent"] }),
      technology("parent", { signals: { npm: ["parent"] } }),
    ];
    expect(
      matchSignals(recognisers)("npm", "child").map(({ statesVersion, implied }) => [statesVersion, implied]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it.each([
    ["*.sol", "contracts/A.sol", true],
    ["*.sol", "A.solx", false],
    ["next.config.*", "web/next.config.mjs", true],
    ["next.config.*", "web/my-next.config.mjs", false],
    ["Scarb.toml", "a/b/Scarb.toml", true],
    ["Scarb.toml", "a/b/xScarb.toml", false],
    ["prisma/schema.prisma", "apps/web/prisma/schema.prisma", true],
    ["prisma/schema.prisma", "apps/web/schema.prisma", false],
    [".github/workflows/*.yml", ".github/workflows/ci.yml", true],
    [".github/workflows/*.yml", ".github/workflows/old/ci.yml", false],
    ["k8s/**/deployment.yaml", "k8s/deployment.yaml", true],
    ["k8s/**/deployment.yaml", "infra/k8s/a/b/deployment.yaml", true],
    ["a+(b).c", "x/a+(b).c", true],
  ])("file pattern %s on %s: %s", (pattern, path, expected) => {
    const found = matchSignals([technology("t", { signals: { file: [pattern] } })])("file", path);
    expect(found.length === 1).toBe(expected);
  });
});
