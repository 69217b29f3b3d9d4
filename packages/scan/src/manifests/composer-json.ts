import { parseJson } from "../parse/json.ts";
import { entriesAt } from "../parse/tree.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** composer.json of PHP. */
export const composerJson: ManifestReader = {
  reads: namedExactly("composer.json"),
  read({ text }, reading) {
    const content = parseJson(text);
    for (const [section, origin] of [
      ["require", "runtime"],
      ["require-dev", "development"],
    ] as const) {
      for (const [name, value] of entriesAt(content, section)) {
        const version = statedVersion(value);
        const quote = version === undefined ? `"${name}"` : `"${name}": "${version}"`;
        if (name === "php") {
          if (version !== undefined) reading.languages.push({ language: "PHP", version, quote });
        } else if (name.includes("/")) {
          reading.signals.push({ kind: "composer", name, ...(version && { version }), origin, quote });
        }
      }
    }
  },
};
