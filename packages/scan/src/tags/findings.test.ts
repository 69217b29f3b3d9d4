import { describe, expect, it } from "vitest";
import { repositoryTagsSchema } from "../../../../src/contract/api/built-with.ts";
import type { Recogniser } from "../recognisers/recogniser.ts";
import { knownTechnologies, recogniser } from "../scan.case.ts";
import { emptyReading, type NetworkMention, type Signal } from "../signal.ts";
import { confidenceOf, languageConfidence } from "./confidence.ts";
import { Findings } from "./findings.ts";

const npm = (name: string, version?: string): Signal => ({
  ...{ kind: "npm", name, origin: "runtime", quote: `"${name}": "${version}"` },
  ...(version && { version }),
});
const host = (name: string): Signal => ({ kind: "host", name, origin: "host", quote: name });

function tags(fill: (findings: Findings) => void, recognisers: readonly Recogniser[] = knownTechnologies) {
  const findings = new Findings(recognisers);
  fill(findings);
  return findings.tags([]).builtWith;
}

function networkOf(mentions: NetworkMention[], signals: Signal[] = [], chain = "Solana") {
  const { chains } = tags((findings) => {
    for (const mention of mentions) findings.add({ ...emptyReading(), networks: [mention] }, "a");
    for (const signal of signals) findings.addSignal(signal, "b");
  });
  return chains.find(({ name }) => name === chain)?.network;
}

describe("Findings", () => {
  it("returns each technology once, with the evidence and version of its strongest signal", () => {
    const { frameworks } = tags((findings) => {
      findings.addSignal({ ...npm("react", "17.0.0"), origin: "development" }, "package.json");
      findings.addSignal(npm("react", "^18.2.0"), "apps/web/package.json");
      findings.addSignal(npm("react-dom", "^18.3.0"), "package.json");
    });
    expect(frameworks).toEqual([
      {
        name: "React",
        version: "^18.2.0",
        confidence: 0.95,
        evidence: 'apps/web/package.json: "react": "^18.2.0"',
      },
    ]);
  });

  it("returns the exact version of a lock file, and names the lock file", () => {
    const { frameworks } = tags((findings) =>
      findings.addSignal(npm("react", "^18.2.0"), "package.json", { version: "18.3.1", file: "yarn.lock" }),
    );
    expect(frameworks).toEqual([
      {
        name: "React",
        version: "18.3.1",
        confidence: 0.98,
        evidence: 'package.json: "react": "^18.2.0" (yarn.lock: 18.3.1)',
      },
    ]);
  });

  it("returns no version for chains and services, since package versions are not theirs", () => {
    const { chains, services } = tags((findings) => {
      findings.addSignal(npm("@solana/web3.js", "1.95.0"), "package.json");
      findings.addSignal(npm("openai", "4.20.0"), "package.json");
    });
    expect(chains).toEqual([
      {
        name: "Solana",
        confidence: 0.95,
        evidence: 'package.json: "@solana/web3.js": "1.95.0"',
        network: "unknown",
      },
    ]);
    expect(services[0]).not.toHaveProperty("version");
  });

  it("returns implied technologies with less confidence and without a version", () => {
    const { frameworks } = tags((findings) => findings.addSignal(npm("next", "14.1.0"), "package.json"));
    expect(frameworks.map(({ name, confidence, version }) => [name, confidence, version])).toEqual([
      ["Next.js", 0.95, "14.1.0"],
      ["React", 0.86, undefined],
    ]);
  });

  it("orders by confidence, then by files, then by name, and keeps a hundred of each kind", () => {
    const many = Array.from({ length: 130 }, (_, i) => recogniser("tooling", `T${i}`, { npm: [`t${i}`] }));
    const findings = new Findings(many);
    for (let i = 0; i < 130; i++) findings.addSignal(npm(`t${i}`), "package.json");
    findings.addSignal(npm("t77"), "b/package.json");
    findings.addSignal({ ...npm("t3"), origin: "development" }, "c/package.json");
    const { builtWith, dropped } = findings.tags([]);
    expect(repositoryTagsSchema.safeParse(builtWith).success).toBe(true);
    expect(builtWith.tooling).toHaveLength(100);
    expect(builtWith.tooling.slice(0, 4).map(({ name }) => name)).toEqual(["T3", "T77", "T0", "T1"]);
    expect(dropped).toEqual([{ kind: "tooling", found: 130 }]);
  });

  it("shows languages by share with the version that a manifest states, and joins recognisers of the name", () => {
    const findings = new Findings([
      recogniser("languages", "Rust", { cargo: ["anchor-lang"] }),
      recogniser("languages", "Circom", { npm: ["circomlib"] }),
    ]);
    findings.addSignal({ ...npm("anchor-lang", "0.29.0"), kind: "cargo" }, "Cargo.toml");
    findings.addSignal(npm("circomlib", "2.0.5"), "package.json");
    const language = { language: "Rust", version: "1.75", quote: "rust-version" };
    findings.add({ ...emptyReading(), languages: [language] }, "Cargo.toml");
    const { languages } = findings.tags([
      { language: "Rust", share: 0.62, files: 41 },
      { language: "CSS", share: 0.004, files: 1 },
    ]).builtWith;
    expect(languages).toEqual([
      expect.objectContaining({ name: "Circom", confidence: 0.95 }),
      { name: "Rust", version: "1.75", confidence: 0.89, evidence: "62 % of the code, 41 files" },
      { name: "CSS", confidence: 0.53, evidence: "under 1 % of the code, 1 file" },
    ]);
  });
});

describe("networks of chains", () => {
  const cluster = (name: string, origin: Signal["origin"] = "setting"): NetworkMention => ({
    ...{ chain: "Solana", cluster: name, origin, quote: name },
  });

  it("are those that the chain's own manifest names, a public one before a local one", () => {
    const solana = [npm("@solana/web3.js")];
    expect(networkOf([], solana)).toBe("unknown");
    expect(networkOf([cluster("localnet")], solana)).toBe("localnet");
    expect(
      networkOf([cluster("localnet"), cluster("localnet"), cluster("devnet", "environment")], solana),
    ).toBe("devnet");
    expect(networkOf([cluster("mainnet-beta"), cluster("devnet", "host")], solana)).toBe("mainnet");
    expect(networkOf([cluster("nowhere")], solana)).toBe("unknown");
  });

  it("show no chain by a cluster alone, and only the chain of the manifest", () => {
    expect(networkOf([cluster("devnet")])).toBeUndefined();
    const sui: Signal = { kind: "move", name: "Sui", origin: "runtime", quote: "Sui" };
    expect(networkOf([{ ...cluster("testnet"), chain: "Solana" }], [sui], "Sui")).toBe("unknown");
    expect(networkOf([{ ...cluster("testnet"), chain: "SUI" }], [sui], "Sui")).toBe("testnet");
  });

  it("are identified by hosts, the most specific first, by chain ids and by names in any spelling", () => {
    expect(networkOf([], [host("api.devnet.solana.com")])).toBe("devnet");
    expect(networkOf([], [host("sepolia.etherscan.io")], "Ethereum")).toBe("testnet");
    expect(networkOf([], [host("etherscan.io")], "Ethereum")).toBe("mainnet");
    expect(networkOf([{ chainId: 84532, origin: "setting", quote: "x" }], [], "Base")).toBe("testnet");
    for (const name of ["baseSepolia", "base-sepolia", "base_sepolia"]) {
      expect(networkOf([{ name, origin: "setting", quote: "x" }], [], "Base")).toBe("testnet");
    }
    const variable: Signal = {
      kind: "env",
      name: "VITE_SEPOLIA_RPC_URL",
      origin: "environment",
      quote: "x",
    };
    expect(networkOf([], [variable], "Ethereum")).toBe("testnet");
  });

  it("are counted by mentions: the more frequent network wins among equals, then mainnet", () => {
    const at = (chainId: number, quote: string): NetworkMention => ({ chainId, origin: "setting", quote });
    expect(networkOf([at(8453, "a"), at(84532, "b"), at(84532, "c"), at(8453, "a")], [], "Base")).toBe(
      "testnet",
    );
    expect(networkOf([at(84532, "b"), at(8453, "a")], [], "Base")).toBe("mainnet");
  });
});

it("confidence falls from dependencies over settings and mentions to hosts, and stays within 0 and 1", () => {
  const origins = [
    "runtime",
    "code",
    "development",
    "setting",
    "image",
    "action",
    "environment",
    "host",
  ] as const;
  const falling = origins.map((origin) => confidenceOf(origin));
  expect(falling).toEqual([...falling].sort((a, b) => b - a));
  expect(confidenceOf("runtime", { locked: true })).toBe(0.98);
  expect(confidenceOf("host", { implied: true })).toBe(0.45);
  expect([0, 0.25, 1].map(languageConfidence)).toEqual([0.5, 0.75, 1]);
});
