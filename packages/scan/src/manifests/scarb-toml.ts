import { parseToml } from "../parse/toml.ts";
import { entriesAt, isBranch, textAt } from "../parse/tree.ts";
import type { Origin } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

const sections: [string[], Origin][] = [
  [["dependencies"], "runtime"],
  [["workspace", "dependencies"], "runtime"],
  [["dev-dependencies"], "development"],
];

/** Scarb.toml: dependencies (a tag counts as the version of one taken from git) and the release of Cairo. */
export const scarbToml: ManifestReader = {
  reads: namedExactly("Scarb.toml"),
  read({ text }, reading) {
    const content = parseToml(text);
    for (const [section, origin] of sections) {
      for (const [name, value] of entriesAt(content, ...section)) {
        const stated = isBranch(value) ? (textAt(value, "version") ?? textAt(value, "tag")) : value;
        const version = statedVersion(stated);
        if (version === undefined && textAt(value, "path") !== undefined) continue;
        const quote = version === undefined ? name : `${name} = "${version}"`;
        reading.signals.push({ kind: "scarb", name, ...(version && { version }), origin, quote });
      }
    }
    const cairo = statedVersion(textAt(content, "package", "cairo-version"));
    if (cairo !== undefined) {
      reading.languages.push({ language: "Cairo", version: cairo, quote: `cairo-version = "${cairo}"` });
    }
  },
};
