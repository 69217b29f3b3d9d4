import { describe, expect, it } from "vitest";
import { readNamed as read } from "./manifests.case.ts";

it("Cargo.toml yields crates of packages, workspaces and targets, renamed ones under their original name", () => {
  const text = `
[package]
rust-version = "1.75"
[dependencies]
anchor-lang = "0.29.0"
tokio = { version = "1", features = ["full"] }
inner = { path = "../inner" }
sol = { package = "solana-program", version = "=1.18.1" }
shared.workspace = true
[dev-dependencies]
proptest = "1.4"
[workspace.dependencies]
serde = "1"
[target.'cfg(unix)'.dependencies]
nix = "0.28"
`;
  expect(read("Cargo.toml", text)).toMatchObject({
    signals: [
      "cargo anchor-lang 0.29.0 runtime",
      "cargo tokio 1 runtime",
      "cargo solana-program =1.18.1 runtime",
      "cargo shared runtime",
      "cargo proptest 1.4 development",
      "cargo serde 1 runtime",
      "cargo nix 0.28 runtime",
    ],
    languages: ["Rust 1.75"],
  });
  expect(read("rust-toolchain.toml", '[toolchain]\nchannel = "1.79.0"').languages).toEqual(["Rust 1.79.0"]);
  expect(read("rust-toolchain", "stable\n").languages).toEqual([]);
});

describe("Anchor.toml", () => {
  it("yields the release, the cluster and the clusters of programs", () => {
    const text = `[toolchain]\nanchor_version = "0.30.1"\n[programs.devnet]\nx = "Fg6P"\n[provider]\ncluster = "Localnet"`;
    expect(read("Anchor.toml", text)).toMatchObject({
      signals: ["file Anchor.toml 0.30.1 setting"],
      networks: ["localnet", "devnet"],
    });
  });

  it("takes only the host of a URL", () => {
    const text = '[provider]\ncluster = "https://user:pw@devnet.helius-rpc.com/?api-key=5f3c"';
    expect(read("Anchor.toml", text)).toMatchObject({
      signals: ["host devnet.helius-rpc.com setting"],
      quotes: ["cluster: devnet.helius-rpc.com"],
    });
  });
});

it("foundry.toml, remappings and .gitmodules yield libraries, networks and the compiler", () => {
  const text = `
[profile.default]
solc = "0.8.24"
chain_id = 8453
remappings = ["@openzeppelin/=lib/openzeppelin-contracts/", "forge-std/=dependencies/forge-std-1.9.1/src/"]
[rpc_endpoints]
sepolia = "https://x/\${KEY}"
[dependencies]
"@openzeppelin-contracts" = "5.0.2"
solady = { version = "0.0.200" }
`;
  expect(read("foundry.toml", text)).toMatchObject({
    signals: [
      "foundry openzeppelin-contracts runtime",
      "foundry forge-std 1.9.1 runtime",
      "foundry openzeppelin-contracts 5.0.2 runtime",
      "foundry solady 0.0.200 runtime",
    ],
    languages: ["Solidity 0.8.24"],
    networks: [8453, "sepolia"],
  });
  expect(read("remappings.txt", "a/=lib/solmate/src/\nb/=src/\n").signals).toEqual([
    "foundry solmate runtime",
  ]);
  expect(read(".gitmodules", '[submodule "x"]\n\tpath = lib/forge-std\n\turl = https://x/y')).toMatchObject({
    signals: ["foundry forge-std runtime"],
    submodules: ["lib/forge-std"],
  });
});

describe("hardhat.config", () => {
  it("yields networks with their chain ids and the compiler, and runs nothing", () => {
    const text = `
throw new Error("must not run");
export default {
  solidity: { version: "0.8.20", settings: {} },
  // networks: { commented: {} },
  networks: {
    hardhat: {},
    "base-sepolia": { url: "https://x/{", accounts: [process.env.KEY], chainId: 84532 },
    sepolia: { url: \`https://sepolia.infura.io/v3/\${KEY}\` /* } */ },
    ...others,
  },
  etherscan: { apiKey: { mainnet: "ABCDEF" } },
};`;
    expect(read("hardhat.config.ts", text)).toMatchObject({
      languages: ["Solidity 0.8.20"],
      networks: ["hardhat", 84532, "sepolia"],
    });
  });
});

it("Move.toml yields dependencies, the edition and the network of the framework's branch", () => {
  const text = `[package]\nedition = "2024.beta"\n[dependencies]\nSui = { git = "https://x", subdir = "y", rev = "framework/testnet" }\nAptosFramework = { git = "x", rev = "mainnet" }\nOwn = { local = "../own" }`;
  expect(read("Move.toml", text)).toMatchObject({
    signals: ["move Sui runtime", "move AptosFramework runtime"],
    languages: ["Move 2024.beta"],
    networks: ["testnet", "mainnet"],
  });
});

it("Scarb.toml yields dependencies, those from git by their tag, and Cairo's release", () => {
  const text = `[package]\ncairo-version = "2.6.3"\n[dependencies]\nstarknet = ">=2.6"\nopenzeppelin = { git = "https://x", tag = "v0.14.0" }\n[dev-dependencies]\nsnforge_std = "0.27"`;
  expect(read("Scarb.toml", text)).toMatchObject({
    signals: [
      "scarb starknet >=2.6 runtime",
      "scarb openzeppelin v0.14.0 runtime",
      "scarb snforge_std 0.27 development",
    ],
    languages: ["Cairo 2.6.3"],
  });
});
