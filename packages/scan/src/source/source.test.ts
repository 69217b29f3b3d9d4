import { describe, expect, it } from "vitest";
import { emptyReading } from "../signal.ts";
import { environmentNamesIn } from "./environment-names.ts";
import { hostsIn, shownHost } from "./hosts.ts";
import { importedChains } from "./imported-chains.ts";
import { readNotebook } from "./notebook.ts";
import { readSolidity } from "./solidity-source.ts";

describe("hostsIn", () => {
  it("returns the hosts of URLs, each once, without users, ports, paths and queries", () => {
    const text = `a("https://user:pw@API.OpenAI.com:443/v1?key=1"); b('wss://api.openai.com/x'); c(\`http://x.quiknode.pro/TOKEN\`)`;
    expect(hostsIn(text)).toEqual(["api.openai.com", "x.quiknode.pro"]);
  });

  it("ignores comments and documentation sites", () => {
    const text = `// https://a.example.com\n * see https://b.example.com\n# https://c.example.com\nx = 1 // https://d.example.com\ny = "https://docs.example.com"; z = "https://e.example.com"`;
    expect(hostsIn(text)).toEqual(["e.example.com"]);
  });

  it("ignores files, local names and URLs without a protocol", () => {
    expect(hostsIn('"http://localhost:3000", "file:///etc/x.y", "api.openai.com", "https://"')).toEqual([]);
  });

  it("hides a key inside a host", () => {
    expect(shownHost("0a1b2c3d4e5f6a7b8c9d0e1f.rpc.example.com")).toBe("….rpc.example.com");
    expect(shownHost("api.devnet.solana.com")).toBe("api.devnet.solana.com");
  });
});

it("environmentNamesIn returns variables that programs of several languages read by name", () => {
  const text = `process.env.OPENAI_API_KEY; process.env["B_KEY"]; import.meta.env.VITE_C; os.getenv("D_KEY"); os.environ["E_KEY"]; os.environ.get('F_KEY'); std::env::var("G_KEY"); vm.envUint("H_KEY"); os.Getenv("I_KEY"); ENV['J_KEY']; process.env.nope; Deno.env.get("K_KEY"); System.getenv("L_KEY")`;
  expect(environmentNamesIn(text)).toEqual([
    "OPENAI_API_KEY",
    "B_KEY",
    "VITE_C",
    "D_KEY",
    "E_KEY",
    "F_KEY",
    "G_KEY",
    "H_KEY",
    "I_KEY",
    "J_KEY",
    "K_KEY",
    "L_KEY",
  ]);
});

it("importedChains returns only names imported from collections of chains", () => {
  const text = `import { base, sepolia as test,\n type Chain } from "viem/chains";\nimport { useState } from 'react';\nimport { mainnet } from './chains'`;
  expect(importedChains(text)).toEqual([
    { name: "base", from: "viem/chains" },
    { name: "sepolia", from: "viem/chains" },
  ]);
});

it("readSolidity returns the compiler and imports from libraries", () => {
  const reading = emptyReading();
  readSolidity(
    `// SPDX\npragma solidity ^0.8.20;\nimport "./Own.sol";\nimport {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";\nimport {\n  A,\n  B\n} from "solmate/a.sol";\nimport * as C from 'c/c.sol';`,
    reading,
  );
  expect(reading.languages).toEqual([
    { language: "Solidity", version: "^0.8.20", quote: "pragma solidity ^0.8.20" },
  ]);
  expect(reading.signals.map(({ name }) => name)).toEqual([
    "@openzeppelin/contracts/token/ERC20/ERC20.sol",
    "solmate/a.sol",
    "c/c.sol",
  ]);
});

it("readNotebook counts code without its output, and returns the packages that it installs", () => {
  const reading = emptyReading();
  const text = JSON.stringify({
    metadata: { kernelspec: { language: "python" } },
    cells: [
      {
        cell_type: "code",
        source: ["!pip install -q openai==1.2.0 'torch' -U\n", "x = 1"],
        outputs: ["y".repeat(1e5)],
      },
      { cell_type: "markdown", source: "words" },
      { cell_type: "code", source: "%pip install git+https://u:t@h/x" },
      null,
    ],
  });
  const { language, codeLength } = readNotebook(text, reading);
  expect(language).toBe("Python");
  expect(codeLength).toBeLessThan(200);
  expect(reading.signals.map(({ name, version }) => [name, version])).toEqual([
    ["openai", "1.2.0"],
    ["torch", undefined],
  ]);
});
