import { parseToml } from "../parse/toml.ts";
import { entriesAt, textAt } from "../parse/tree.ts";
import { shownHost } from "../source/hosts.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

const CHAIN = "Solana";

/** Anchor.toml: the release of Anchor, and the clusters that programs are deployed to. */
export const anchorToml: ManifestReader = {
  reads: namedExactly("Anchor.toml"),
  read({ text }, reading) {
    const content = parseToml(text);
    const version = statedVersion(textAt(content, "toolchain", "anchor_version"));
    if (version !== undefined) {
      const quote = `anchor_version = "${version}"`;
      reading.signals.push({
        ...{ kind: "file", name: "Anchor.toml", version, ownVersion: true, origin: "setting", quote },
      });
    }
    const cluster = textAt(content, "provider", "cluster");
    if (cluster !== undefined) {
      const host = /^(?:https?|wss?):\/\/(?:[^/@\s]*@)?([a-z0-9.-]+)/i.exec(cluster)?.[1];
      if (host !== undefined) {
        reading.signals.push({
          kind: "host",
          name: host,
          origin: "setting",
          quote: `cluster: ${shownHost(host)}`,
        });
      } else if (/^[a-z-]{1,20}$/i.test(cluster)) {
        const quote = `cluster = "${cluster}"`;
        reading.networks.push({ chain: CHAIN, cluster: cluster.toLowerCase(), origin: "setting", quote });
      }
    }
    for (const [name] of entriesAt(content, "programs")) {
      const quote = `[programs.${name}]`;
      reading.networks.push({ chain: CHAIN, cluster: name.toLowerCase(), origin: "setting", quote });
    }
  },
};
