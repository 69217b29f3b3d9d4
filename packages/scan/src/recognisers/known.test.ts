import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { indexNetworks } from "../tags/network-index.ts";
import { defaultRecognisersPath, matchSignals, type SignalKind, signalKinds } from "./recogniser.ts";
import { technologyKinds } from "./technology.ts";
import { load } from "./yaml-files.case.ts";

const recognisers = load();
const match = matchSignals(recognisers);
const networks = indexNetworks(recognisers);

const shown = (kind: SignalKind, name: string) =>
  match(kind, name)
    .map(({ recogniser }) => recogniser.name)
    .sort();

function networksShown(label: "host" | "env" | "chainId" | "name" | "cluster", value: string) {
  const origin = "setting";
  const found =
    label === "host" || label === "env"
      ? networks.ofSignal({ kind: label, name: value, origin, quote: "" })
      : networks.ofMention({ [label]: label === "chainId" ? Number(value) : value, origin, quote: "" }).found;
  return found.map(({ chain, network }) => `${chain.name} ${network}`);
}

describe("the built-in recognisers", () => {
  it("follow every rule, with at least 1000 technologies, some of each kind", () => {
    expect(recognisers.length).toBeGreaterThanOrEqual(1000);
    expect(new Set(recognisers.map(({ name }) => name.toLowerCase())).size).toBe(recognisers.length);
    for (const kind of technologyKinds) {
      expect(recognisers.filter((each) => each.kind === kind).length, kind).toBeGreaterThanOrEqual(15);
    }
  });

  it("use every kind of signal", () => {
    for (const kind of signalKinds) {
      expect(
        recognisers.some(({ signals }) => signals[kind] !== undefined),
        kind,
      ).toBe(true);
    }
  });

  it("are sorted by name within each file", () => {
    for (const file of readdirSync(defaultRecognisersPath)) {
      const content = parse(readFileSync(join(defaultRecognisersPath, file), "utf8"));
      for (const entries of Object.values(content) as { name: string }[][]) {
        const names = entries.map(({ name }) => name.toLowerCase());
        expect(names, file).toEqual([...names].sort());
      }
    }
  });

  it.each([
    ["npm", "next", ["Next.js"]],
    ["npm", "@coral-xyz/anchor", ["Anchor", "Solana"]],
    ["npm", "@solana/web3.js", ["Solana", "Solana Web3.js"]],
    ["npm", "@langchain/openai", ["LangChain", "OpenAI API"]],
    ["npm", "@ai-sdk/anthropic", ["Anthropic API", "Vercel AI SDK"]],
    ["npm", "@reown/appkit", ["Reown AppKit", "WalletConnect"]],
    ["npm", "left-pad", []],
    ["pypi", "Scikit_Learn", ["scikit-learn"]],
    ["pypi", "langgraph", ["LangChain", "LangGraph"]],
    ["cargo", "anchor-lang", ["Anchor", "Solana"]],
    ["cargo", "spl-token-2022", ["SPL Token", "Solana", "Token-2022"]],
    ["go", "github.com/cosmos/cosmos-sdk/x/auth", ["Cosmos"]],
    ["maven", "org.springframework.boot:spring-boot-starter-web", ["Spring Boot"]],
    ["pub", "supabase_flutter", ["Supabase"]],
    ["scarb", "starknet", ["Starknet"]],
    ["move", "AptosFramework", ["Aptos"]],
    ["foundry", "v4-core", ["Uniswap"]],
    ["docker", "docker.io/library/postgres", ["PostgreSQL"]],
    ["docker", "pgvector/pgvector", ["PostgreSQL", "pgvector"]],
    ["env", "NEXT_PUBLIC_SUPABASE_URL", ["Supabase"]],
    ["env", "VITE_ALCHEMY_API_KEY", ["Alchemy"]],
    ["env", "PORT", []],
    ["host", "api.openai.com", ["OpenAI API"]],
    ["host", "eth-sepolia.g.alchemy.com", ["Alchemy", "Ethereum"]],
    ["host", "notopenai.com", []],
    ["file", "programs/escrow/Anchor.toml", ["Anchor", "Solana"]],
    ["file", "app/.github/workflows/ci.yml", ["GitHub Actions"]],
    ["file", "packages/contracts/hardhat.config.ts", ["Hardhat"]],
    ["file", "contracts/Vault.clar", ["Clarity", "Stacks"]],
    ["solidity", "@openzeppelin/contracts/token/ERC20/IERC20.sol", ["ERC-20", "OpenZeppelin Contracts"]],
    [
      "solidity",
      "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol",
      ["ERC-20", "ERC-4626", "OpenZeppelin Contracts"],
    ],
    ["solidity", "@chainlink/contracts/src/v0.8/shared/interfaces/AggregatorV3Interface.sol", ["Chainlink"]],
  ] as const)("recognise in %s %s: %j", (kind, name, expected) => {
    expect(shown(kind, name)).toEqual([...expected].sort());
  });

  it.each([
    ["chainId", "84532", ["Base testnet"]],
    ["name", "base-sepolia", ["Base testnet"]],
    ["name", "baseSepolia", ["Base testnet"]],
    ["name", "sepolia", ["Ethereum testnet"]],
    ["host", "sepolia.basescan.org", ["Base testnet"]],
    ["host", "basescan.org", ["Base mainnet"]],
    ["host", "api.devnet.solana.com", ["Solana devnet"]],
    ["env", "NEXT_PUBLIC_BASE_SEPOLIA_RPC_URL", ["Base testnet"]],
    ["name", "hardhat", []],
    ["chainId", "31337", []],
  ] as const)("identify networks by %s %s: %j", (label, value, expected) => {
    expect(networksShown(label, value)).toEqual(expected);
  });

  it("identify the network of a chain found by its own manifest", () => {
    expect(networksShown("cluster", "Devnet")).toContain("Solana devnet");
  });
});
