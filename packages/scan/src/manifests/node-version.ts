import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** .nvmrc and .node-version. */
export const nodeVersion: ManifestReader = {
  reads: namedExactly(".nvmrc", ".node-version"),
  read({ text, name }, reading) {
    const version = statedVersion(text.slice(0, 100));
    if (version === undefined) return;
    const signal = { kind: "file", name, version, origin: "setting", quote: version } as const;
    reading.signals.push({ ...signal, ownVersion: true });
  },
};
