import { entriesAt, isBranch, textAt } from "../parse/tree.ts";
import { parseYaml } from "../parse/yaml.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** pubspec.yaml of Dart and Flutter. */
export const pubspec: ManifestReader = {
  reads: namedExactly("pubspec.yaml"),
  read({ text }, reading) {
    const content = parseYaml(text);
    for (const [section, origin] of [
      ["dependencies", "runtime"],
      ["dev_dependencies", "development"],
    ] as const) {
      for (const [name, value] of entriesAt(content, section)) {
        if (textAt(value, "path") !== undefined) continue;
        const version = statedVersion(isBranch(value) ? textAt(value, "version") : value);
        const quote = version === undefined ? name : `${name}: ${version}`;
        reading.signals.push({ kind: "pub", name, ...(version && { version }), origin, quote });
      }
    }
    const sdk = statedVersion(textAt(content, "environment", "sdk"));
    if (sdk !== undefined) reading.languages.push({ language: "Dart", version: sdk, quote: `sdk: ${sdk}` });
    const flutter = statedVersion(textAt(content, "environment", "flutter"));
    if (flutter !== undefined) {
      const quote = `flutter: ${flutter}`;
      const signal = { kind: "pub", name: "flutter", version: flutter, origin: "runtime", quote } as const;
      reading.signals.push({ ...signal, ownVersion: true });
    }
  },
};
