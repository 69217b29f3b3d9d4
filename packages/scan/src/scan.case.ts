/** Checkouts made for tests, and a few recognisers, independent of the built-in ones. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ScanLimits } from "./limits.ts";
import type { Recogniser, Signals } from "./recognisers/recogniser.ts";
import type { TechnologyKind } from "./recognisers/technology.ts";
import { type FolderScan, scanFolder } from "./scan-folder.ts";

/** A folder with these files, removed after the test. */
export function checkout(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), "scan-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function recogniser(
  kind: TechnologyKind,
  name: string,
  { implies = [], networks, ...signals }: Signals & Partial<Pick<Recogniser, "implies" | "networks">>,
): Recogniser {
  return { name, kind, signals, implies, ...(networks && { networks }) };
}

export const knownTechnologies: readonly Recogniser[] = [
  recogniser("frameworks", "React", { npm: ["react", "react-dom"] }),
  recogniser("frameworks", "Next.js", { npm: ["next"], file: ["next.config.*"], implies: ["React"] }),
  recogniser("frameworks", "Anchor", {
    cargo: ["anchor-lang", "anchor-spl"],
    npm: ["@coral-xyz/anchor"],
    file: ["Anchor.toml"],
  }),
  recogniser("frameworks", "Flutter", { pub: ["flutter"] }),
  recogniser("frameworks", "OpenZeppelin Contracts", {
    npm: ["@openzeppelin/contracts"],
    foundry: ["openzeppelin-contracts"],
    scarb: ["openzeppelin"],
    solidity: ["@openzeppelin/contracts/*"],
  }),
  recogniser("frameworks", "LangChain", { pypi: ["langchain"], npm: ["langchain"] }),
  recogniser("frameworks", "scikit-learn", { pypi: ["scikit-learn"] }),
  recogniser("frameworks", "Spring Boot", { maven: ["org.springframework.boot:*"] }),
  recogniser("frameworks", "Rails", { gem: ["rails"] }),
  recogniser("frameworks", "Laravel", { composer: ["laravel/framework"] }),
  recogniser("frameworks", "Phoenix", { hex: ["phoenix"] }),
  recogniser("frameworks", "Gin", { go: ["github.com/gin-gonic/gin"] }),
  recogniser("tooling", "Vite", { npm: ["vite"] }),
  recogniser("tooling", "pnpm", { npm: ["pnpm"], file: ["pnpm-lock.yaml"] }),
  recogniser("tooling", "Node.js", {
    npm: ["node"],
    docker: ["node"],
    action: ["actions/setup-node"],
    file: [".nvmrc"],
  }),
  recogniser("tooling", "Foundry", { file: ["foundry.toml"], foundry: ["forge-std"] }),
  recogniser("tooling", "Hardhat", { npm: ["hardhat"], file: ["hardhat.config.*"] }),
  recogniser("services", "OpenAI API", {
    npm: ["openai"],
    pypi: ["openai"],
    env: ["OPENAI_*"],
    host: ["api.openai.com"],
  }),
  recogniser("services", "PostgreSQL", { docker: ["postgres"] }),
  recogniser("services", "QuickNode", { host: ["quiknode.pro"] }),
  recogniser("protocols", "Nethereum", { nuget: ["Nethereum.Web3"] }),
  recogniser("standards", "ERC-20", { solidity: ["@openzeppelin/contracts/token/ERC20/*"] }),
  recogniser("chains", "Solana", {
    cargo: ["anchor-lang", "solana-program"],
    npm: ["@solana/web3.js"],
    host: ["api.devnet.solana.com", "api.mainnet-beta.solana.com"],
    networks: {
      mainnet: { host: ["api.mainnet-beta.solana.com"], cluster: ["mainnet", "mainnet-beta"] },
      devnet: { host: ["api.devnet.solana.com"], cluster: ["devnet"] },
      localnet: { cluster: ["localnet", "localhost"] },
    },
  }),
  recogniser("chains", "Ethereum", {
    env: ["SEPOLIA_RPC_URL"],
    host: ["etherscan.io", "sepolia.etherscan.io"],
    networks: {
      mainnet: { chainId: [1], name: ["mainnet", "ethereum"], host: ["etherscan.io"] },
      testnet: {
        chainId: [11155111],
        name: ["sepolia"],
        host: ["sepolia.etherscan.io"],
        env: ["SEPOLIA_RPC_URL"],
      },
      localnet: { chainId: [31337], name: ["localhost", "hardhat"] },
    },
  }),
  recogniser("chains", "Base", {
    networks: {
      mainnet: { chainId: [8453], name: ["base"] },
      testnet: { chainId: [84532], name: ["baseSepolia"] },
    },
  }),
  recogniser("chains", "Sui", { move: ["Sui"], networks: { testnet: { cluster: ["testnet"] } } }),
  recogniser("chains", "Starknet", { scarb: ["starknet"] }),
];

export function scan(folder: string, limits?: Partial<ScanLimits>): Promise<FolderScan> {
  return scanFolder(folder, { recognisers: knownTechnologies, ...(limits && { limits }) });
}

/** The one tag of this name. */
export function tagNamed({ builtWith }: FolderScan, kind: TechnologyKind, name: string) {
  return builtWith[kind].find((tag) => tag.name === name);
}

export function names({ builtWith }: FolderScan, kind: TechnologyKind): string[] {
  return builtWith[kind].map(({ name }) => name);
}
