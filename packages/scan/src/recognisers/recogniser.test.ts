import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { patternFault } from "./pattern.ts";
import { defaultRecognisersPath, RecogniserError } from "./recogniser.ts";
import { load } from "./yaml-files.case.ts";

let folder = "";
let own = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "recognisers-"));
});
beforeEach(() => {
  own = join(folder, "own.yaml");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function loadText(text: string) {
  writeFileSync(own, text);
  return load(own);
}

function refusal(text: string): string {
  try {
    loadText(text);
  } catch (error) {
    expect(error).toBeInstanceOf(RecogniserError);
    return (error as Error).message.replaceAll(own, "own.yaml");
  }
  throw new Error("the file was accepted");
}

describe("a file of recognisers", () => {
  it("yields technologies by kind and name, with their transitive implications", () => {
    const recognisers = loadText(
      [
        "tooling:",
        "  - { name: bb, npm: [bb], implies: [aa] }",
        "  - { name: aa, npm: [aa-main, aa-more], implies: [ZZ] }",
        "frameworks:",
        '  - { name: ZZ, pypi: ["zz-*"] }',
      ].join("\n"),
    );
    expect(recognisers).toEqual([
      { name: "ZZ", kind: "frameworks", signals: { pypi: ["zz-*"] }, implies: [] },
      { name: "aa", kind: "tooling", signals: { npm: ["aa-main", "aa-more"] }, implies: ["ZZ"] },
      { name: "bb", kind: "tooling", signals: { npm: ["bb"] }, implies: ["ZZ", "aa"] },
    ]);
  });

  it("counts the hosts and variables of a chain's networks as its signals", () => {
    const [chain] = loadText(
      "chains:\n  - name: cc\n    networks:\n      testnet: { chainId: [7], host: [rpc.cc.org], env: [CC_RPC_URL] }\n",
    );
    expect(chain?.signals).toEqual({ env: ["CC_RPC_URL"], host: ["rpc.cc.org"] });
    expect(chain?.networks?.testnet?.chainId).toEqual([7]);
  });

  it("is added to the built-in recognisers when both are named", () => {
    writeFileSync(own, "tooling:\n  - { name: Our Tool, npm: ['@our/tool'], implies: [React] }\n");
    const both = load(defaultRecognisersPath, own);
    expect(both).toHaveLength(load().length + 1);
    expect(both.find(({ name }) => name === "Our Tool")?.implies).toEqual(["React"]);
    writeFileSync(own, "tooling:\n  - { name: Our Tool, npm: [react] }\n");
    expect(() => load(defaultRecognisersPath, own)).toThrow(
      `${own}:2: tooling[0].npm[0]: "react" is already a signal of "React"`,
    );
  });
});

describe("a file of recognisers that breaks a rule is refused with file, line and rule", () => {
  it.each([
    [
      "a name used twice",
      "tooling:\n  - { name: aa, npm: [aa] }\n  - { name: AA, npm: [bb] }",
      ':3: tooling[1].name: "AA" is used twice',
    ],
    ["no signal", "tooling:\n  - { name: aa }", ':2: tooling[0]: "aa" has no signal to find it by'],
    [
      "an empty list",
      "tooling:\n  - { name: aa, npm: [] }",
      ":2: tooling[0].npm: is an empty list: remove it",
    ],
    ["no name", "tooling:\n  - { npm: [aa] }", ":2: tooling[0].name: is missing"],
    [
      "a signal twice",
      "tooling:\n  - { name: aa, npm: [aa, aa] }",
      ':2: tooling[0].npm[1]: "aa" is listed twice',
    ],
    [
      "a signal of two",
      "tooling:\n  - { name: aa, npm: [aa] }\nframeworks:\n  - { name: bb, npm: [aa] }",
      ':2: tooling[0].npm[0]: "aa" is already a signal of "bb"',
    ],
    [
      "a signal that another of its kind covers",
      "tooling:\n  - { name: aa, npm: ['aa*'] }\n  - { name: bb, npm: [aab] }",
      ':3: tooling[1].npm[0]: "aab" is matched by "aa*" of "aa": imply "aa", or narrow its pattern',
    ],
    [
      "a host within another's",
      "services:\n  - { name: aa, host: [aa.org] }\n  - { name: bb, host: [b.aa.org] }",
      ':3: services[1].host[0]: "b.aa.org" is matched by "aa.org" of "aa"',
    ],
    [
      "an unknown technology implied",
      "tooling:\n  - { name: aa, npm: [aa], implies: [zz] }",
      ':2: tooling[0].implies[0]: names the unknown technology "zz"',
    ],
    [
      "implications in a circle",
      "tooling:\n  - { name: aa, npm: [aa], implies: [bb] }\n  - { name: bb, npm: [bb], implies: [aa] }",
      ':2: tooling[0].implies: leads back to "aa"',
    ],
    [
      "networks of what is not a chain",
      "tooling:\n  - name: aa\n    npm: [aa]\n    networks: {}",
      ":4: tooling[0].networks: is not a field of a file of recognisers",
    ],
    [
      "a chain id of two",
      "chains:\n  - name: aa\n    networks: { mainnet: { chainId: [1], host: [aa.org] }, testnet: { chainId: [1] } }",
      '"1" already names a network of "aa"',
    ],
    [
      "a chain id that is none",
      "chains:\n  - name: aa\n    networks: { mainnet: { chainId: [0] } }",
      ":3: chains[0].networks.mainnet.chainId[0]: must be above 0",
    ],
    [
      "an unknown kind",
      "chain:\n  - { name: aa, npm: [aa] }",
      ":1: chain: is not a field of a file of recognisers: remove it",
    ],
    [
      "an unknown signal",
      "tooling:\n  - { name: aa, nmp: [aa] }",
      ":2: tooling[0].nmp: is not a field of a file of recognisers: remove it",
    ],
    [
      "a text for a list",
      "tooling:\n  - { name: aa, npm: aa }",
      ":2: tooling[0].npm: must be a list, such as [one, another]",
    ],
    [
      "a number for a name",
      "tooling:\n  - { name: 12, npm: [aa] }",
      ":2: tooling[0].name: must be text: put it in quotes",
    ],
    [
      "a name of 101 characters",
      `tooling:\n  - { name: ${"x".repeat(101)}, npm: [aa] }`,
      ":2: tooling[0].name: is longer than 100 characters",
    ],
    [
      "a list for a file",
      "- name: aa",
      ":1: the file: must hold lists of technologies under languages, frameworks",
    ],
    ["no YAML", "tooling: [", ":1: not valid YAML: "],
  ])("%s", (_, text, expected) => {
    expect(refusal(text)).toContain(`own.yaml${expected.startsWith(":") ? expected : ""}`);
    expect(refusal(text)).toContain(expected);
  });

  it("accepts names and lists of the maximum length", () => {
    const patterns = Array.from({ length: 100 }, (_, index) => `aa${index}`);
    expect(loadText(`tooling:\n  - { name: ${"x".repeat(100)}, npm: [${patterns}] }`)).toHaveLength(1);
    expect(refusal(`tooling:\n  - { name: x, npm: [${[...patterns, "bb"]}] }`)).toContain(
      "holds more than 100 entries",
    );
  });

  it("reports the faults of all files, each with its line", () => {
    const two = join(folder, "two");
    mkdirSync(two);
    writeFileSync(join(two, "1.yaml"), "tooling:\n  - { name: aa, npm: [aa] }\n");
    writeFileSync(join(two, "2.yml"), "# nothing\n\ntooling:\n  - { name: bb, npm: [aa] }\n");
    writeFileSync(join(two, "notes.txt"), "[not read");
    expect(() => load(two)).toThrow(
      `${join(two, "2.yml")}:4: tooling[0].npm[0]: "aa" is already a signal of "aa"`,
    );
  });

  it("names the file that it cannot read", () => {
    expect(() => load(join(folder, "none.yaml"))).toThrow(/none\.yaml: the recognisers cannot be read/);
    const empty = join(folder, "empty");
    mkdirSync(empty);
    expect(() => load(empty)).toThrow("the folder holds no file that ends in .yaml");
  });
});

describe("patterns", () => {
  it.each([
    ["npm", "@scope/name", "@scope", "has spaces"],
    ["npm", "@scope/*", "@scope/*/x", "Ünïcode"],
    ["cargo", "solana-*", "*", "a/b"],
    ["go", "github.com/a/b*", "github", "https://github.com/a"],
    ["pypi", "scikit-learn", "Scikit_Learn", "scikit--learn"],
    ["maven", "io.ktor:*", "io.ktor", ":ktor"],
    ["composer", "laravel/framework", "laravel", "/framework"],
    ["docker", "ghcr.io/a/b", "postgres:16", "Postgres"],
    ["action", "owner/name", "owner/name@v1", "name"],
    ["env", "OPENAI_*", "openai_key", "1KEY"],
    ["file", "next.config.*", "/etc/passwd", "x"],
    ["host", "api.openai.com", "https://api.openai.com", "*.openai.com"],
    ["solidity", "@openzeppelin/contracts/*", "./A.sol", "a b"],
  ] as const)("of %s: %s is well-formed; %s and %s are not", (...[kind, good, bad, worse]) => {
    expect(patternFault(kind, good)).toBeNull();
    expect(patternFault(kind, bad)).not.toBeNull();
    expect(patternFault(kind, worse)).not.toBeNull();
  });
});
