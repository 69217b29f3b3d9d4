import { parseToml } from "../parse/toml.ts";
import { entriesAt, isBranch, listAt, textAt, valueAt } from "../parse/tree.ts";
import type { Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** foundry.toml: the compiler, remappings, networks by name, and dependencies of Soldeer. */
export const foundryToml: ManifestReader = {
  reads: namedExactly("foundry.toml", "soldeer.toml"),
  read({ text }, reading) {
    const content = parseToml(text);
    for (const [, profile] of entriesAt(content, "profile")) {
      const key = textAt(profile, "solc") === undefined ? "solc_version" : "solc";
      const version = statedVersion(textAt(profile, key));
      if (version !== undefined) {
        reading.languages.push({ language: "Solidity", version, quote: `${key} = "${version}"` });
      }
      for (const remapping of listAt(profile, "remappings")) addRemapping(remapping, reading);
      const chainId = Number(valueAt(profile, "chain_id"));
      if (Number.isSafeInteger(chainId) && chainId > 0) {
        reading.networks.push({ chainId, origin: "setting", quote: `chain_id = ${chainId}` });
      }
    }
    for (const section of ["rpc_endpoints", "etherscan"]) {
      for (const [name] of entriesAt(content, section)) {
        reading.networks.push({ name, origin: "setting", quote: `[${section}] ${name}` });
      }
    }
    for (const [name, value] of entriesAt(content, "dependencies")) {
      const version = statedVersion(isBranch(value) ? textAt(value, "version") : value);
      const quote = version === undefined ? name : `${name} = "${version}"`;
      const signal = { kind: "foundry", ...(version && { version }), origin: "runtime", quote } as const;
      reading.signals.push({ ...signal, name: name.replace(/^@/, "") });
    }
  },
};

/** remappings.txt: the libraries that imports are mapped to. */
export const remappingsText: ManifestReader = {
  reads: namedExactly("remappings.txt"),
  read({ text }, reading) {
    for (const line of text.split("\n")) addRemapping(line.trim(), reading);
  },
};

/** .gitmodules: the libraries that Foundry installs as submodules, and other submodules that may not be fetched. */
export const gitmodules: ManifestReader = {
  reads: namedExactly(".gitmodules"),
  read({ text }, reading) {
    for (const line of text.split("\n")) {
      const path = /^\s*path\s*=\s*(\S{1,200})\s*$/.exec(line)?.[1];
      if (path === undefined) continue;
      reading.submodules.push(path);
      const name = path.slice(path.lastIndexOf("/") + 1);
      reading.signals.push({ kind: "foundry", name, origin: "runtime", quote: `path = ${path}` });
    }
  },
};

function addRemapping(remapping: unknown, reading: Reading): void {
  if (typeof remapping !== "string" || remapping.length > 300) return;
  const name = /=(?:\.\/)?(?:lib|dependencies)\/([^/\s]+)/.exec(remapping)?.[1];
  if (name === undefined) return;
  // Soldeer's folders carry the version: @openzeppelin-contracts-5.0.2.
  const { library, version } = splitVersion(name.replace(/^@(?=.)/, ""));
  const quote = `=lib/${name}`;
  reading.signals.push({
    kind: "foundry",
    name: library,
    ...(version && { version }),
    origin: "runtime",
    quote,
  });
}

/** `forge-std-1.9.2` → `forge-std` and `1.9.2`. */
function splitVersion(name: string): { library: string; version?: string } {
  const tail = /(?<![\w.-])[\w.-]+$/.exec(name.slice(1))?.[0] ?? "";
  const at = tail.search(/-\d+\.\d/);
  if (at === -1) return { library: name };
  return { library: name.slice(0, name.length - tail.length + at), version: tail.slice(at + 1) };
}
