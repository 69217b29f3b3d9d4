import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkout, names, scan, tagNamed } from "./scan.case.ts";

describe("a hostile tree", () => {
  it("reports invalid manifests of every kind and reads the others", async () => {
    const found = await scan(
      checkout({
        "package.json": '{"dependencies": {"react": ',
        "sub/package.json": '{"dependencies": {"react": "18"}}',
        "Cargo.toml": "[dependencies\nx",
        "Anchor.toml": "= 1",
        "foundry.toml": Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
        "pubspec.yaml": "a: [",
        "pom.xml": "<!DOCTYPE x><project>",
        "a.csproj": "<a></b>",
        "docker-compose.yml": "x: *missing",
        "yarn.lock": "\u0000",
        "package-lock.json": "[1",
        "go.mod": Buffer.alloc(100, 0xc3),
      }),
    );
    expect(names(found, "frameworks")).toContain("React");
    expect(found.truncated).toEqual(
      expect.arrayContaining([
        "XML with a document type, which is not read: pom.xml",
        "not valid JSON: package-lock.json, package.json",
        expect.stringMatching(/^not valid TOML: Anchor\.toml \(line 1\), Cargo\.toml \(line 1\)/),
        expect.stringMatching(/^not valid YAML: docker-compose\.yml.*pubspec\.yaml/),
      ]),
    );
  });

  it("records only names of .env files, and no keys of configurations", async () => {
    const secret = "Zx9Secret7Value";
    const found = await scan(
      checkout({
        ".env": `OPENAI_API_KEY=${secret}\nSEPOLIA_RPC_URL="https://eth-sepolia.g.alchemy.com/v2/${secret}"\nX=https://${secret}.quiknode.pro`,
        "hardhat.config.js": `module.exports = { networks: { sepolia: { url: "https://${secret}.quiknode.pro/${secret}", accounts: ["0x${"ab".repeat(32)}"], chainId: 11155111 } } }`,
        "Anchor.toml": `[provider]\ncluster = "https://a:${secret}@api.devnet.solana.com/?k=${secret}"\nwallet = "${secret}"`,
        "package.json": JSON.stringify({
          dependencies: { react: `https://${secret}@x.y/react.tgz`, next: secret },
        }),
        "requirements.txt": `openai @ https://${secret}@x/y\n`,
        "docker-compose.yml": `services:\n  a:\n    image: postgres:16\n    environment:\n      KEY: ${secret}\n`,
        "broken.yaml": `a: [${secret}`,
        "Cargo.toml": `key = ${secret}`,
      }),
    );
    expect(found.builtWith.services.map(({ name, evidence }) => [name, evidence])).toEqual([
      ["OpenAI API", "requirements.txt: openai"],
      ["PostgreSQL", "docker-compose.yml: image: postgres:16"],
      ["QuickNode", expect.stringContaining("hardhat.config.js: ")],
    ]);
    const { services, ...rest } = found.builtWith;
    expect(JSON.stringify({ ...found, builtWith: rest })).not.toMatch(new RegExp(`${secret}|abab`, "i"));
    expect(services.map(({ evidence }) => evidence).join("\n")).not.toMatch(/v2|0x/);
  });

  it("follows nothing out of the tree, and opens only regular files", async () => {
    const outside = checkout({ "package.json": '{"dependencies": {"react": "18"}}', "a.rs": "x" });
    const folder = checkout({ "b.py": "x = 1\n" });
    symlinkSync(join(outside, "package.json"), join(folder, "package.json"));
    symlinkSync(outside, join(folder, "outside"));
    symlinkSync(".", join(folder, "circle"));
    symlinkSync("/dev/zero", join(folder, "Cargo.toml"));
    execFileSync("mkfifo", [join(folder, "go.mod")]);
    const found = await scan(folder);
    expect(names(found, "languages")).toEqual(["Python"]);
    expect(found.builtWith.frameworks).toEqual([]);
    expect(found.truncated).toEqual([
      "pipes, sockets and devices not opened: go.mod",
      "symbolic links not followed: Cargo.toml, circle, outside and 1 more",
    ]);
  });

  it("unpacks nothing, and reads no file beyond its limit", async () => {
    const folder = checkout({
      "bomb.zip": Buffer.concat([Buffer.from("PK\u0003\u0004"), gzipSync(Buffer.alloc(1e7))]),
      "package.json.gz": gzipSync('{"dependencies": {"react": "18"}}'),
      "package.json": "",
      "data.js": "",
      "ok.ts": "const a = 1;\n",
    });
    truncateSync(join(folder, "package.json"), 2 ** 33);
    truncateSync(join(folder, "data.js"), 2 ** 33);
    const found = await scan(folder);
    expect(found.bytes).toBeLessThan(100);
    expect(names(found, "languages")).toEqual(["TypeScript"]);
    expect(found.builtWith.frameworks).toEqual([]);
    expect(found.truncated).toEqual([
      "files of more than 1048576 bytes not read: data.js",
      "files of more than 524288 bytes not read: package.json",
    ]);
  });

  it("stops at the limit of files to read and reports it, with the manifests read first", async () => {
    const folder = checkout({ "z/package.json": '{"dependencies": {"react": "18"}}' });
    mkdirSync(join(folder, "a"));
    writeFileSync(join(folder, "a/0.ts"), "const a = 1;\n");
    for (let i = 1; i < 20_000; i++) linkSync(join(folder, "a/0.ts"), join(folder, `a/${i}.ts`));
    const byFiles = await scan(folder, { maxReadFiles: 100 });
    expect(byFiles.files).toBe(20_001);
    expect(names(byFiles, "frameworks")).toEqual(["React"]);
    expect(tagNamed(byFiles, "languages", "TypeScript")).toMatchObject({
      evidence: "100 % of the code, 20000 files",
    });
    expect(byFiles.truncated).toEqual(["more than 100 files to read: the rest was judged by its names"]);
  });

  it("stops at the limits of bytes, entries and time and reports it", async () => {
    const folder = checkout(
      Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`a/${i}.ts`, "const a = 1;\n"])),
    );
    const byBytes = await scan(folder, { maxTotalBytes: 200 });
    expect(byBytes.bytes).toBeLessThanOrEqual(200);
    expect(byBytes.truncated).toEqual(["more than 200 bytes to read: the rest was judged by its names"]);
    const byEntries = await scan(folder, { maxFolderEntries: 500 });
    expect(byEntries.files).toBe(500);
    expect(byEntries.truncated).toEqual(["folders with too many entries, partly read: a"]);
    const byTime = await scan(folder, { maxMilliseconds: 0 });
    expect(byTime.truncated).toEqual(["the time limit of 0 ms was reached: the rest was not read"]);
  });

  it("handles deep nesting of folders without a stack overflow", async () => {
    const found = await scan(
      checkout({ [`${"d/".repeat(60)}package.json`]: '{"dependencies": {"react": "18"}}' }),
    );
    expect(found.builtWith.frameworks).toEqual([]);
    expect(found.truncated[0]).toMatch(/^folders deeper than 40 not entered: d\/d/);
  });

  it("escapes control characters in names", async () => {
    const folder = checkout({ "a\u001b[2J\nb/package.json": '{"dependencies": {"react": "18"}}' });
    expect(tagNamed(await scan(folder), "frameworks", "React")).toMatchObject({
      evidence: 'a\uFFFD[2J\uFFFDb/package.json: "react": "18"',
    });
  });
});
