import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repositoryTagsSchema } from "../../../src/contract/api/built-with.ts";
import { checkout, knownTechnologies, names, recogniser, scan, tagNamed } from "./scan.case.ts";
import { ScanError, scanFolder } from "./scan-folder.ts";

describe("scanFolder", () => {
  it("yields a record of an Anchor project with a web application", async () => {
    const found = await scan(
      checkout({
        "Anchor.toml":
          '[toolchain]\nanchor_version = "0.30.1"\n[programs.devnet]\nx = "F"\n[provider]\ncluster = "Localnet"\n',
        "programs/x/Cargo.toml": '[dependencies]\nanchor-lang = "0.29"\n',
        "Cargo.lock": '[[package]]\nname = "anchor-lang"\nversion = "0.29.0"\n',
        "programs/x/src/lib.rs": "use anchor_lang::prelude::*;\n".repeat(50),
        "app/package.json":
          '{"dependencies": {"next": "^14.0.0", "react": "18.2.0"}, "devDependencies": {"vite": "5.0.0"}}',
        "app/package-lock.json":
          '{"packages": {"node_modules/next": {"version": "14.1.0"}, "node_modules/react": {"version": "18.2.0"}}}',
        "app/src/page.tsx": 'const c = "https://api.openai.com/v1";\n'.repeat(10),
        "app/.env.example": "SEPOLIA_RPC_URL=https://x/SECRET\n",
        "README.md": "# x https://api.openai.com",
      }),
    );
    expect(found.truncated).toEqual([]);
    expect(found.files).toBe(9);
    expect(repositoryTagsSchema.parse(found.builtWith)).toEqual(found.builtWith);
    expect(found.builtWith).toEqual({
      schemaVersion: 1,
      languages: [
        { name: "Rust", confidence: 0.94, evidence: "79 % of the code, 1 file" },
        { name: "TypeScript", confidence: 0.73, evidence: "21 % of the code, 1 file" },
      ],
      frameworks: [
        {
          name: "Anchor",
          version: "0.29.0",
          confidence: 0.98,
          evidence: 'programs/x/Cargo.toml: anchor-lang = "0.29" (Cargo.lock: 0.29.0)',
        },
        {
          name: "Next.js",
          version: "14.1.0",
          confidence: 0.98,
          evidence: 'app/package.json: "next": "^14.0.0" (package-lock.json: 14.1.0)',
        },
        {
          name: "React",
          version: "18.2.0",
          confidence: 0.98,
          evidence: 'app/package.json: "react": "18.2.0"',
        },
      ],
      chains: [
        {
          name: "Solana",
          confidence: 0.98,
          evidence: 'programs/x/Cargo.toml: anchor-lang = "0.29" (Cargo.lock: 0.29.0)',
          network: "devnet",
        },
        {
          name: "Ethereum",
          confidence: 0.6,
          evidence: "app/.env.example: SEPOLIA_RPC_URL",
          network: "testnet",
        },
      ],
      protocols: [],
      services: [{ name: "OpenAI API", confidence: 0.5, evidence: "app/src/page.tsx: api.openai.com" }],
      tooling: [
        { name: "Vite", version: "5.0.0", confidence: 0.85, evidence: 'app/package.json: "vite": "5.0.0"' },
      ],
      standards: [],
    });
  });

  it("yields a record of a Foundry project whose libraries are submodules", async () => {
    const folder = checkout({
      "foundry.toml":
        '[rpc_endpoints]\nbase_sepolia = "$X"\nsepolia = "$Y"\n[profile.default]\nsolc = "0.8.24"\n',
      ".gitmodules":
        '[submodule "a"]\n\tpath = lib/forge-std\n\turl = https://x\n[submodule "b"]\n\tpath = lib/openzeppelin-contracts\n',
      "src/A.sol":
        'pragma solidity ^0.8.20;\nimport {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";\n',
      "hardhat.config.ts": "export default { networks: { base: { chainId: 8453 } } }",
    });
    mkdirSync(join(folder, "lib/forge-std"), { recursive: true });
    const found = await scan(folder);
    expect(names(found, "languages")).toEqual(["Solidity", "TypeScript"]);
    expect(tagNamed(found, "languages", "Solidity")).toMatchObject({ version: "0.8.24" });
    expect(names(found, "frameworks")).toEqual(["OpenZeppelin Contracts"]);
    expect(names(found, "standards")).toEqual(["ERC-20"]);
    expect(names(found, "tooling").sort()).toEqual(["Foundry", "Hardhat"]);
    expect(found.builtWith.chains.map(({ name, network }) => [name, network])).toEqual([
      ["Base", "mainnet"],
      ["Ethereum", "testnet"],
    ]);
    expect(found.truncated).toEqual(["submodules not entered: lib/forge-std, lib/openzeppelin-contracts"]);
  });

  it("joins manifests of a workspace with the lock file above them", async () => {
    const found = await scan(
      checkout({
        "pnpm-lock.yaml":
          "importers:\n  apps/web:\n    dependencies:\n      react:\n        specifier: ^18\n        version: 18.3.1\npackages: {}\n",
        "apps/web/package.json": '{"dependencies": {"react": "^18"}}',
        "api/pyproject.toml": '[project]\ndependencies = ["Scikit_Learn>=1", "langchain"]',
        "api/uv.lock": '[[package]]\nname = "scikit-learn"\nversion = "1.4.0"\n',
      }),
    );
    expect(tagNamed(found, "frameworks", "React")).toMatchObject({ version: "18.3.1" });
    expect(tagNamed(found, "frameworks", "scikit-learn")).toMatchObject({ version: "1.4.0" });
    expect(tagNamed(found, "frameworks", "LangChain")).not.toHaveProperty("version");
    expect(tagNamed(found, "tooling", "pnpm")).toMatchObject({ evidence: "pnpm-lock.yaml" });
  });

  it("reads the code of notebooks, and does not count data, manuals or minified code as a language", async () => {
    const found = await scan(
      checkout({
        "a.ipynb": JSON.stringify({
          cells: [{ cell_type: "code", source: "!pip install langchain\nx = 1" }],
        }),
        "big.json": "[]",
        "docs/site.js": "x\n".repeat(1000),
        "packed.js": "x".repeat(5000),
        "notes.md": "x",
      }),
    );
    expect(names(found, "languages")).toEqual(["Python"]);
    expect(names(found, "frameworks")).toEqual(["LangChain"]);
  });

  it("resolves a shared extension by the file's text", async () => {
    const motoko = recogniser("languages", "Motoko", { file: ["*.mo"] });
    const options = { recognisers: [motoko] };
    const translation = checkout({ "locale/de.mo": Buffer.from([0xde, 0x12, 4, 0x95, 0, 0, 0, 0]) });
    expect((await scanFolder(translation, options)).builtWith.languages).toEqual([]);
    const actor = checkout({ "src/main.mo": "actor { public query func f() : async Nat { 1 } }" });
    expect((await scanFolder(actor, options)).builtWith.languages).toMatchObject([{ name: "Motoko" }]);
  });

  it("ignores hosts and variables in tests, and test fixtures", async () => {
    const mention = 'fetch("https://api.openai.com", process.env.SEPOLIA_RPC_URL);\n';
    const found = await scan(
      checkout({
        "src/a.test.ts": mention,
        "tests/b.ts": mention,
        "fixtures/package.json": '{"dependencies": {"react": "18"}}',
        "test/C.t.sol": 'import "@openzeppelin/contracts/token/ERC20/ERC20.sol";',
      }),
    );
    expect(found.builtWith).toMatchObject({
      services: [],
      chains: [],
      frameworks: [{ name: "OpenZeppelin Contracts" }],
    });
    expect(names(await scan(checkout({ "src/latest.ts": mention })), "services")).toEqual(["OpenAI API"]);
  });

  it("returns an empty record for an empty folder", async () => {
    const { builtWith, ...rest } = await scan(checkout({}));
    expect(rest).toEqual({ files: 0, bytes: 0, truncated: [] });
    expect(Object.values(builtWith).flat()).toEqual([1]);
  });

  it("returns the same record for the same tree, in any order of creation", async () => {
    const files = {
      "b/package.json": '{"dependencies": {"react": "17"}}',
      "a/package.json": '{"dependencies": {"react": "18"}}',
    };
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    expect(await scan(checkout(files))).toEqual(await scan(checkout(reversed)));
  });

  it("scans a folder that is named by a symbolic link", async () => {
    const folder = checkout({ "package.json": '{"dependencies": {"react": "18"}}' });
    const link = join(checkout({}), "link");
    symlinkSync(folder, link);
    expect(names(await scan(link), "frameworks")).toEqual(["React"]);
  });

  it("refuses a path that is not a folder, with a clear error", async () => {
    const folder = checkout({ file: "x" });
    await expect(scan(join(folder, "file"))).rejects.toThrow(
      /is not a folder: give the folder of a checkout/,
    );
    await expect(scan(join(folder, "absent"))).rejects.toThrow(ScanError);
  });

  it("throws the reason of its signal when aborted", async () => {
    const options = { recognisers: knownTechnologies, signal: AbortSignal.abort(new Error("enough")) };
    await expect(scanFolder(checkout({}), options)).rejects.toThrow("enough");
  });
});

it("for any manifests, the record matches the contract and is deterministic", async () => {
  const paths = [
    ...[
      "package.json",
      "Cargo.toml",
      "Anchor.toml",
      "hardhat.config.ts",
      "requirements.txt",
      "docker-compose.yml",
    ],
    ...["Move.toml", ".env", "A.sol", "a.ts", "yarn.lock", "Cargo.lock", "foundry.toml", "Dockerfile"],
  ];
  const words = fc.constantFrom(
    ...[
      '{"dependencies": {',
      '"react": "',
      '18.2.0"',
      "}}",
      "\n",
      "[dependencies]\n",
      'anchor-lang = "',
      '0.29"',
      "openai==1",
      "=",
    ],
    ...[
      "networks: {",
      "sepolia: {",
      "chainId: 1",
      "OPENAI_API_KEY=",
      "pragma solidity ^0.8;",
      'import "@openzeppelin/contracts/',
      ";",
    ],
    ...[
      '"https://api.openai.com/',
      "😀".repeat(90),
      "x".repeat(200),
      "\u0000",
      "\u202e",
      "FROM postgres:",
      "[provider]\ncluster = ",
    ],
  );
  const text = fc.array(words, { maxLength: 40 }).map((list) => list.join(""));
  const tree = fc.dictionary(fc.constantFrom(...paths, ...paths.map((path) => `sub/${path}`)), text, {
    minKeys: 1,
  });
  await fc.assert(
    fc.asyncProperty(tree, async (files) => {
      const folder = checkout(files);
      const found = await scan(folder);
      expect(repositoryTagsSchema.parse(found.builtWith)).toEqual(found.builtWith);
      expect(await scan(folder)).toEqual(found);
    }),
    { numRuns: 60 },
  );
});

it("scans this repository within seconds, on a busy machine too", async () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  await scan(root);
  const start = performance.now();
  const found = await scan(root);
  expect(performance.now() - start).toBeLessThan(30_000);
  expect(existsSync(join(root, "package.json"))).toBe(true);
  expect(names(found, "languages")[0]).toBe("TypeScript");
});
