import { parseJson, parseJsonWithComments } from "../parse/json.ts";
import { entriesAt, textAt, valueAt } from "../parse/tree.ts";
import type { Origin, Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

const sections: [string, Origin][] = [
  ["dependencies", "runtime"],
  ["optionalDependencies", "runtime"],
  ["peerDependencies", "runtime"],
  ["devDependencies", "development"],
];

/** package.json: dependencies, engines, and the package manager. */
export const packageJson: ManifestReader = {
  reads: namedExactly("package.json"),
  read({ text }, reading) {
    const content = parseJson(text);
    for (const [section, origin] of sections) {
      for (const [name, value] of entriesAt(content, section)) {
        // A library lists all frameworks that it can be used with as optional peers.
        const isOptional = valueAt(content, "peerDependenciesMeta", name, "optional") === true;
        if (section !== "peerDependencies" || !isOptional) addPackage(reading, { name, value, origin });
      }
    }
    for (const [name, value] of entriesAt(content, "engines")) {
      const version = statedVersion(value);
      if (version === undefined) continue;
      const quote = `"engines": { "${name}": "${version}" }`;
      reading.signals.push({ kind: "npm", name, version, ownVersion: true, origin: "setting", quote });
    }
    const [name = "", release] = (textAt(content, "packageManager") ?? "").split("@");
    const version = statedVersion(release?.split("+")[0]);
    if (version !== undefined) {
      const quote = `"packageManager": "${name}@${version}"`;
      reading.signals.push({ kind: "npm", name, version, ownVersion: true, origin: "setting", quote });
    }
  },
};

/** deno.json: imports of npm packages. */
export const denoJson: ManifestReader = {
  reads: namedExactly("deno.json", "deno.jsonc", "import_map.json"),
  read({ text }, reading) {
    for (const [, value] of entriesAt(parseJsonWithComments(text), "imports")) {
      const found =
        typeof value === "string" ? /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?/.exec(value) : null;
      const [, name, release] = found ?? [];
      if (name !== undefined) addPackage(reading, { name, value: release, origin: "runtime" });
    }
  },
};

/** Versions such as `npm:other@^1` name another package; workspace packages are not technologies. */
function addPackage(reading: Reading, found: { name: string; value: unknown; origin: Origin }): void {
  const { origin } = found;
  let { name, value } = found;
  if (typeof value === "string") {
    if (/^(?:workspace|link|file|portal):/.test(value)) return;
    const alias = /^npm:((?:@[^/@]+\/)?[^/@]+)@(.+)$/.exec(value);
    if (alias !== null) [, name = name, value] = alias;
  }
  const version = statedVersion(value);
  const quote = version === undefined ? `"${name}"` : `"${name}": "${version}"`;
  reading.signals.push({ kind: "npm", name, ...(version && { version }), origin, quote });
}
