import { manifestReaderOf, readManifest } from "../read-manifest.ts";

/** The signals of the file, one line each: kind, name, version, origin. */
export function readNamed(path: string, text: string) {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const reader = manifestReaderOf(name, path.slice(0, Math.max(0, slash)));
  if (reader === undefined) throw new Error(`nothing reads ${path}`);
  const { reading, fault } = readManifest(reader, { path, name, text });
  return {
    signals: reading.signals.map(({ kind, name, version, origin }) =>
      [kind, name, version, origin].filter((part) => part !== undefined).join(" "),
    ),
    quotes: reading.signals.map(({ quote }) => quote),
    languages: reading.languages.map(({ language, version }) => `${language} ${version}`),
    networks: reading.networks.map(({ cluster, name, chainId }) => cluster ?? name ?? chainId),
    submodules: reading.submodules,
    fault: fault?.message ?? null,
  };
}
