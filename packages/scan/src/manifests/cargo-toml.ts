import { parseToml } from "../parse/toml.ts";
import { entriesAt, isBranch, textAt } from "../parse/tree.ts";
import type { Origin, Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** Cargo.toml: dependencies of the package, of the workspace and of single targets. */
export const cargoToml: ManifestReader = {
  reads: namedExactly("Cargo.toml"),
  read({ text }, reading) {
    const content = parseToml(text);
    addSections(content, reading);
    for (const [name, value] of entriesAt(content, "workspace", "dependencies")) {
      addCrate(reading, { name, value, origin: "runtime" });
    }
    for (const [, target] of entriesAt(content, "target")) addSections(target, reading);
    const rust = statedVersion(
      textAt(content, "package", "rust-version") ?? textAt(content, "workspace", "package", "rust-version"),
    );
    if (rust !== undefined) {
      reading.languages.push({ language: "Rust", version: rust, quote: `rust-version = "${rust}"` });
    }
  },
};

/** rust-toolchain: the required release. */
export const rustToolchain: ManifestReader = {
  reads: namedExactly("rust-toolchain", "rust-toolchain.toml"),
  read({ text }, reading) {
    const plain = text.includes("[") ? textAt(parseToml(text), "toolchain", "channel") : text.trim();
    const version = statedVersion(plain);
    if (version !== undefined) {
      reading.languages.push({ language: "Rust", version, quote: `channel = "${version}"` });
    }
  },
};

function addSections(tree: unknown, reading: Reading): void {
  const sections: [string, Origin][] = [
    ["dependencies", "runtime"],
    ["build-dependencies", "development"],
    ["dev-dependencies", "development"],
  ];
  for (const [section, origin] of sections) {
    for (const [name, value] of entriesAt(tree, section)) addCrate(reading, { name, value, origin });
  }
}

/** Crates of the same checkout (a path and no version) are not technologies. */
function addCrate(reading: Reading, found: { name: string; value: unknown; origin: Origin }): void {
  const { value, origin } = found;
  const version = statedVersion(isBranch(value) ? textAt(value, "version") : value);
  if (version === undefined && textAt(value, "path") !== undefined) return;
  const name = textAt(value, "package") ?? found.name;
  const quote = version === undefined ? name : `${name} = "${version}"`;
  reading.signals.push({ kind: "cargo", name, ...(version && { version }), origin, quote });
}
