import { expect, it } from "vitest";
import { checkout } from "../scan.case.ts";
import { scanFolder } from "../scan-folder.ts";
import { stacks } from "./stacks.case.ts";
import { technologyKinds } from "./technology.ts";
import { load } from "./yaml-files.case.ts";

const recognisers = load();

/** `name version` or `name network` of everything found, by kind; empty kinds left out. */
async function foundIn(stack: string): Promise<Record<string, string[]>> {
  const { builtWith } = await scanFolder(checkout(stacks[stack] ?? {}), { recognisers });
  const found = technologyKinds.map((kind): [string, string[]] => [
    kind,
    builtWith[kind].map((tag) =>
      [tag.name, tag.version, "network" in tag ? tag.network : undefined].filter(Boolean).join(" "),
    ),
  ]);
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

/** Everything that a scan finds with the built-in recognisers, exactly, the most confident first. */
const expected: Record<string, Record<string, string[]>> = {
  "a dApp with contracts": {
    languages: ["Solidity 0.8.24", "TypeScript ^5.4.5"],
    frameworks: [
      "OpenZeppelin Contracts ^5.0.2",
      "Next.js 14.2.3",
      "RainbowKit ^2.1.0",
      "React ^18.3.1",
      "TanStack Query ^5.37.1",
      "viem ^2.13.0",
      "wagmi ^2.9.0",
      "Tailwind CSS ^3.4.3",
    ],
    chains: ["Arbitrum testnet", "Base testnet"],
    protocols: ["Chainlink", "World ID", "XMTP", "WalletConnect", "IPFS"],
    services: ["OpenAI API", "Alchemy", "Pinata"],
    tooling: [
      "Hardhat ^2.22.3",
      "ESLint ^8.57.0",
      "Prettier ^3.2.0",
      "Turborepo ^2.0.0",
      "pnpm 9.1.0",
      "GitHub Actions",
    ],
    standards: ["Sign-In with Ethereum", "EIP-712", "ERC-20", "ERC-4626"],
  },
  "an Anchor program": {
    languages: ["Rust", "TypeScript ^5.4.5"],
    frameworks: ["Anchor ^0.30.1", "React ^18.3.1", "Solana Web3.js ^1.91.8"],
    chains: ["Solana devnet"],
    protocols: ["Jupiter", "Metaplex", "Pyth"],
    services: ["Helius"],
    tooling: ["Mocha ^10.4.0", "Vite ^5.2.0"],
    standards: ["SPL Token"],
  },
  "a Foundry project": {
    languages: ["Solidity 0.8.26"],
    frameworks: ["OpenZeppelin Contracts", "Solmate"],
    chains: ["Unichain testnet"],
    protocols: ["Uniswap"],
    tooling: ["Foundry", "Make"],
    standards: ["ERC-4337", "ERC-721"],
  },
  "an assistant in Python": {
    languages: ["Python"],
    frameworks: ["FastAPI 0.111.0", "LangChain 0.2.1", "PyTorch >=2.2", "Pydantic >=2"],
    services: ["OpenAI API", "Chroma", "Redis 7.2", "PostgreSQL", "ElevenLabs", "Twilio"],
    tooling: ["Uvicorn >=0.29", "Whisper", "dotenv", "Docker", "Docker Compose", "pgvector"],
  },
  "a Flutter app": {
    languages: ["Dart ^3.4.0"],
    frameworks: ["Flutter"],
    services: ["Google Maps", "Supabase", "Firebase"],
    tooling: ["Google ML Kit", "Gradle"],
    standards: ["Bluetooth Low Energy"],
  },
  "a Starknet project": {
    languages: ["Cairo"],
    frameworks: ["Dojo ^1.0.0", "OpenZeppelin Contracts v0.17.0", "Svelte ^4.2.0", "SvelteKit ^2.5.0"],
    chains: ["Starknet unknown"],
    tooling: ["Vite ^5.0.0", "snforge 0.30.0", "Scarb"],
  },
  "a Move project": {
    languages: ["TypeScript", "Move 2024.beta"],
    frameworks: ["React ^18.3.1"],
    chains: ["Sui testnet"],
    protocols: ["Walrus"],
  },
};

it.each(Object.keys(stacks))("finds all of %s", async (stack) => {
  expect(await foundIn(stack)).toEqual(expected[stack]);
});
