import { parseToml } from "../parse/toml.ts";
import { entriesAt, isBranch, textAt } from "../parse/tree.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** Move.toml: dependencies; the branch of the framework dependency names the network. */
export const moveToml: ManifestReader = {
  reads: namedExactly("Move.toml"),
  read({ text }, reading) {
    const content = parseToml(text);
    for (const [section, origin] of [
      ["dependencies", "runtime"],
      ["dev-dependencies", "development"],
    ] as const) {
      for (const [name, value] of entriesAt(content, section)) {
        if (textAt(value, "local") !== undefined) continue;
        const revision = textAt(value, "rev");
        const version = statedVersion(textAt(value, "version") ?? revision);
        const quote = version === undefined ? name : `${name}: "${version}"`;
        reading.signals.push({ kind: "move", name, ...(version && { version }), origin, quote });
        const cluster = /^(?:[a-z]+\/)?(mainnet|testnet|devnet)$/.exec(revision ?? "")?.[1];
        if (cluster === undefined || !isBranch(value)) continue;
        const quoted = `${name}, rev = "${revision}"`;
        reading.networks.push({ cluster, origin: "setting", quote: quoted });
      }
    }
    const edition = textAt(content, "package", "edition");
    const version = statedVersion(edition);
    if (version !== undefined) {
      reading.languages.push({ language: "Move", version, quote: `edition = "${version}"` });
    }
  },
};
