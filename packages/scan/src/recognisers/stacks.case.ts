/** Small checkouts like real submissions, one for each common stack. */
export const stacks: Record<string, Record<string, string>> = {
  "a dApp with contracts": {
    "package.json": JSON.stringify({
      private: true,
      packageManager: "pnpm@9.1.0",
      devDependencies: { turbo: "^2.0.0", prettier: "^3.2.0" },
    }),
    "apps/web/package.json": JSON.stringify({
      dependencies: {
        next: "14.2.3",
        react: "^18.3.1",
        "react-dom": "^18.3.1",
        wagmi: "^2.9.0",
        viem: "^2.13.0",
        "@rainbow-me/rainbowkit": "^2.1.0",
        "@tanstack/react-query": "^5.37.1",
        "@worldcoin/idkit": "^1.3.0",
        "@xmtp/browser-sdk": "^1.0.0",
        siwe: "^2.3.2",
        openai: "^4.47.1",
      },
      devDependencies: { tailwindcss: "^3.4.3", typescript: "^5.4.5", eslint: "^8.57.0" },
    }),
    "apps/web/.env.example":
      "NEXT_PUBLIC_WALLETCONNECT_PROJECT_ID=\nNEXT_PUBLIC_ALCHEMY_API_KEY=abc\nPINATA_JWT=\nDATABASE_URL=\n",
    "apps/web/src/app/page.tsx": "export default function Page() {\n  return <main>hello</main>;\n}\n",
    "contracts/package.json": JSON.stringify({
      devDependencies: { hardhat: "^2.22.3", "@nomicfoundation/hardhat-toolbox": "^5.0.0" },
      dependencies: { "@openzeppelin/contracts": "^5.0.2", "@chainlink/contracts": "^1.1.0" },
    }),
    "contracts/hardhat.config.ts":
      'export default {\n  solidity: "0.8.24",\n  networks: {\n    baseSepolia: { url: process.env.RPC, chainId: 84532 },\n    arbitrumSepolia: { url: "https://sepolia-rollup.arbitrum.io/rpc" },\n  },\n};\n',
    "contracts/contracts/Vault.sol":
      'pragma solidity ^0.8.24;\nimport "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";\nimport {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";\nimport {AggregatorV3Interface} from "@chainlink/contracts/src/v0.8/shared/interfaces/AggregatorV3Interface.sol";\ncontract Vault {}\n',
    ".github/workflows/ci.yml":
      "on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - uses: pnpm/action-setup@v4\n",
  },
  "an Anchor program": {
    "Anchor.toml":
      '[toolchain]\nanchor_version = "0.30.1"\n\n[programs.devnet]\nescrow = "Fg6PaFpoGXkYsidMpWTK6W2BeZ7FEfcYkg476zPFsLnS"\n\n[provider]\ncluster = "devnet"\nwallet = "~/.config/solana/id.json"\n',
    "programs/escrow/Cargo.toml":
      '[package]\nname = "escrow"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nanchor-lang = "0.30.1"\nanchor-spl = "0.30.1"\npyth-solana-receiver-sdk = "0.3.0"\nmpl-core = "0.8.0"\n',
    "programs/escrow/src/lib.rs": "use anchor_lang::prelude::*;\n\n#[program]\npub mod escrow {}\n",
    "package.json": JSON.stringify({
      dependencies: { "@coral-xyz/anchor": "^0.30.1", "@solana/spl-token": "^0.4.6" },
      devDependencies: { mocha: "^10.4.0", chai: "^4.3.4", "ts-mocha": "^10.0.0", typescript: "^5.4.5" },
    }),
    "app/package.json": JSON.stringify({
      dependencies: {
        react: "^18.3.1",
        "@solana/wallet-adapter-react": "^0.15.35",
        "@solana/web3.js": "^1.91.8",
        "@jup-ag/api": "^6.0.0",
      },
      devDependencies: { vite: "^5.2.0" },
    }),
    "app/.env.example": "VITE_HELIUS_API_KEY=\n",
  },
  "a Foundry project": {
    "foundry.toml":
      '[profile.default]\nsrc = "src"\nlibs = ["lib"]\nsolc = "0.8.26"\n\n[rpc_endpoints]\nunichain_sepolia = "https://sepolia.unichain.org"\n',
    "remappings.txt":
      "@openzeppelin/contracts/=lib/openzeppelin-contracts/contracts/\nv4-core/=lib/v4-core/\nforge-std/=lib/forge-std/src/\n",
    ".gitmodules":
      '[submodule "lib/forge-std"]\n\tpath = lib/forge-std\n\turl = https://github.com/foundry-rs/forge-std\n[submodule "lib/v4-periphery"]\n\tpath = lib/v4-periphery\n\turl = https://github.com/Uniswap/v4-periphery\n',
    "src/Hook.sol":
      'pragma solidity 0.8.26;\nimport {IPoolManager} from "v4-core/src/interfaces/IPoolManager.sol";\nimport {ERC721} from "solmate/src/tokens/ERC721.sol";\nimport {IEntryPoint} from "account-abstraction/interfaces/IEntryPoint.sol";\ncontract Hook {}\n',
    "test/Hook.t.sol":
      'pragma solidity 0.8.26;\nimport {Test} from "forge-std/Test.sol";\ncontract HookTest {}\n',
    Makefile: "build:\n\tforge build\n",
  },
  "an assistant in Python": {
    "requirements.txt":
      "fastapi==0.111.0\nuvicorn[standard]>=0.29\nlangchain==0.2.1\nlangchain-openai\nchromadb~=0.5.0\nopenai-whisper\ntorch>=2.2\npython-dotenv\npydantic>=2\n",
    "app/main.py": "from fastapi import FastAPI\n\napp = FastAPI()\n",
    Dockerfile: "FROM python:3.12-slim\nCOPY . .\nCMD uvicorn app.main:app\n",
    "docker-compose.yml":
      "services:\n  app:\n    build: .\n  db:\n    image: pgvector/pgvector:pg16\n  cache:\n    image: redis:7.2\n",
    ".env.example": "OPENAI_API_KEY=\nELEVENLABS_API_KEY=\nTWILIO_ACCOUNT_SID=\n",
  },
  "a Flutter app": {
    "pubspec.yaml":
      "name: reader\nenvironment:\n  sdk: ^3.4.0\ndependencies:\n  flutter:\n    sdk: flutter\n  supabase_flutter: ^2.5.2\n  google_mlkit_text_recognition: ^0.13.0\n  google_maps_flutter: ^2.6.1\n  flutter_blue_plus: ^1.32.7\ndev_dependencies:\n  flutter_test:\n    sdk: flutter\n",
    "lib/main.dart": "import 'package:flutter/material.dart';\n\nvoid main() => runApp(const App());\n",
    "android/build.gradle":
      'buildscript {\n  dependencies {\n    classpath "com.android.tools.build:gradle:8.1.0"\n  }\n}\n',
    "android/app/google-services.json": "{}\n",
  },
  "a Starknet project": {
    "Scarb.toml":
      '[package]\nname = "game"\nversion = "0.1.0"\nedition = "2024_07"\n\n[dependencies]\nstarknet = "2.8.4"\nopenzeppelin = { git = "https://github.com/OpenZeppelin/cairo-contracts.git", tag = "v0.17.0" }\n\n[dev-dependencies]\nsnforge_std = "0.30.0"\n',
    "src/lib.cairo": "#[starknet::contract]\nmod game {\n    #[storage]\n    struct Storage {}\n}\n",
    "client/package.json": JSON.stringify({
      dependencies: {
        svelte: "^4.2.0",
        "@sveltejs/kit": "^2.5.0",
        starknet: "^6.11.0",
        "@dojoengine/core": "^1.0.0",
      },
      devDependencies: { vite: "^5.0.0" },
    }),
  },
  "a Move project": {
    "Move.toml":
      '[package]\nname = "vault"\nedition = "2024.beta"\n\n[dependencies]\nSui = { git = "https://github.com/MystenLabs/sui.git", subdir = "crates/sui-framework/packages/sui-framework", rev = "framework/testnet" }\n\n[addresses]\nvault = "0x0"\n',
    "sources/vault.move": "module vault::vault {\n    public fun open() {}\n}\n",
    "web/package.json": JSON.stringify({
      dependencies: {
        "@mysten/dapp-kit": "^0.14.0",
        "@mysten/sui": "^1.12.0",
        "@mysten/walrus": "^0.1.0",
        react: "^18.3.1",
      },
    }),
    "web/src/client.ts":
      'import { SuiClient } from "@mysten/sui/client";\n\nexport const client = new SuiClient({ url: "https://fullnode.testnet.sui.io" });\n',
  },
};
