import { namedExactly } from "../manifests/manifest.ts";
import { addLocked, type LockReader, lockKeys } from "./lock.ts";

/**
 * pnpm-lock.yaml, versions 5 to 9: the versions of each workspace member. These files are long and generated, so
 * lines and their indentation are enough, where a YAML parser would take seconds.
 */
export const pnpmLock: LockReader = {
  kind: "npm",
  reads: namedExactly("pnpm-lock.yaml"),
  read(text, versions) {
    const path: { indent: number; key: string }[] = [];
    for (const line of text.split("\n")) {
      if (line.length > 1000) continue;
      const found = /^( *)(?:'([^']+)'|"([^"]+)"|([^\s'"#:][^\s:]*)):(?: +(\S.*))?$/.exec(line.trimEnd());
      if (found === null) continue;
      const indent = (found[1] ?? "").length;
      const key = found[2] ?? found[3] ?? found[4] ?? "";
      if (indent === 0 && (key === "packages" || key === "snapshots")) return;
      while (path.length > 0 && (path.at(-1)?.indent ?? -1) >= indent) path.pop();
      path.push({ indent, key });
      if (found[5] === undefined || path.length > 6) continue;
      addFrom(
        path.map((each) => each.key),
        found[5],
        versions,
      );
    }
  },
};

/** `[importers, MEMBER,] dependencies, NAME[, version]`, followed by the version, possibly with its peers. */
function addFrom(path: string[], value: string, versions: Parameters<LockReader["read"]>[1]): void {
  const inImporters = path[0] === "importers";
  const [section, name, field] = inImporters ? path.slice(2) : path;
  if (!/^(?:dev|optional)?[dD]ependencies$/.test(section ?? "") || name === undefined) return;
  if (field !== undefined && field !== "version") return;
  const version = /^['"]?(?:\/[^/]+\/)?(\d[^\s'"(_]*)/.exec(value)?.[1];
  const member = inImporters && path[1] !== "." ? (path[1] ?? "") : "";
  addLocked(versions, lockKeys.forMember(name, member), version);
}
