import { parseToml } from "../parse/toml.ts";
import { branchAt, entriesAt, isBranch, textAt } from "../parse/tree.ts";
import type { Origin, Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedLike } from "./manifest.ts";

const CONFIGURATION =
  /\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[cC]ompile|[pP]rocessor|kapt|ksp|classpath|platform))\b[\s(]{0,8}(?:platform[\s(]{1,8})?["']([\w.-]+):([\w.-]+)(?::([^"':@$]+))?/;
/** `implementation group: "g", name: "n", version: "1"`, as Maven Central suggests it. */
const NAMED =
  /\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[cC]ompile|[pP]rocessor|kapt|ksp|classpath))\b[\s(]{0,8}group\s{0,8}[:=]\s{0,8}["']([\w.-]+)["']\s{0,8},\s{0,8}name\s{0,8}[:=]\s{0,8}["']([\w.-]+)["'](?:\s{0,8},\s{0,8}version\s{0,8}[:=]\s{0,8}["']([^"'$]+)["'])?/;
const PLUGIN = /\bid[\s(]{0,8}["']([\w.-]+)["'][\s)]{0,8}(?:version\s+["']([^"'$]+)["'])?/;

/** build.gradle and build.gradle.kts, read as text and never run: dependencies and plugins with literal names. */
export const gradleBuild: ManifestReader = {
  reads: namedLike(/^(?:build|settings)\.gradle(?:\.kts)?$/),
  read({ text }, reading) {
    for (const line of text.split("\n")) {
      if (line.length > 500 || /^\s*(?:\/\/|\*)/.test(line)) continue;
      const found = CONFIGURATION.exec(line) ?? NAMED.exec(line);
      if (found !== null) {
        const origin = /test|classpath/i.test(found[1] ?? "") ? "development" : "runtime";
        addArtifact(reading, { name: `${found[2]}:${found[3]}`, version: found[4], origin });
      }
      const plugin = PLUGIN.exec(line);
      if (plugin !== null) addPlugin(reading, plugin[1], plugin[2]);
    }
  },
};

/** A version catalog (libs.versions.toml): libraries and plugins, their versions looked up by reference. */
export const gradleCatalog: ManifestReader = {
  reads: namedLike(/\.versions\.toml$/),
  read({ text }, reading) {
    const content = parseToml(text);
    const versions = branchAt(content, "versions");
    const versionOf = (entry: unknown) => {
      const reference = textAt(entry, "version", "ref");
      return reference === undefined ? textAt(entry, "version") : textAt(versions, reference);
    };
    for (const [, entry] of entriesAt(content, "libraries")) {
      const [group, artifact, version] = typeof entry === "string" ? entry.split(":") : [];
      const module = textAt(entry, "module") ?? `${textAt(entry, "group")}:${textAt(entry, "name")}`;
      const name = group === undefined ? module : `${group}:${artifact}`;
      const stated = isBranch(entry) ? versionOf(entry) : version;
      addArtifact(reading, { name, version: stated, origin: "runtime" });
    }
    for (const [, entry] of entriesAt(content, "plugins")) {
      const [id, version] = typeof entry === "string" ? entry.split(":") : [];
      addPlugin(reading, textAt(entry, "id") ?? id, isBranch(entry) ? versionOf(entry) : version);
    }
  },
};

function addArtifact(
  reading: Reading,
  found: { name: string; version: string | undefined; origin: Origin },
): void {
  const { name, origin } = found;
  const version = statedVersion(found.version);
  const quote = version === undefined ? name : `${name}:${version}`;
  reading.signals.push({ kind: "maven", name, ...(version && { version }), origin, quote });
}

/** A plugin is published as an artifact of this name, which recognisers use. */
function addPlugin(reading: Reading, id: string | undefined, release: string | undefined): void {
  if (id === undefined) return;
  const version = statedVersion(release);
  const quote = version === undefined ? `id "${id}"` : `id "${id}" version "${version}"`;
  const signal = { kind: "maven", ...(version && { version }), origin: "development", quote } as const;
  reading.signals.push({ ...signal, name: `${id}:${id}.gradle.plugin` });
}
