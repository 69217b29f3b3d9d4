import { namedExactly } from "../manifests/manifest.ts";
import type { SignalKind } from "../recognisers/recogniser.ts";
import { addLocked, type LockReader, lockKeys } from "./lock.ts";

/** Lock files of Cargo, Scarb, Poetry, PDM and uv: TOML with one table `[[package]]` for each. */
export const cargoLock = packageTables("cargo", "Cargo.lock");
export const scarbLock = packageTables("scarb", "Scarb.lock");
export const pythonLock = packageTables("pypi", "poetry.lock", "pdm.lock", "uv.lock");

/** These files are generated, one key per line: reading lines takes a tenth of the time of a TOML parser. */
function packageTables(kind: SignalKind, ...names: string[]): LockReader {
  const keyOf = kind === "pypi" ? lockKeys.anywherePython : lockKeys.anywhere;
  return {
    kind,
    reads: namedExactly(...names),
    read(text, versions) {
      let name: string | null = null;
      let inPackage = false;
      for (const line of text.split("\n")) {
        if (line.startsWith("[")) {
          inPackage = line.startsWith("[[package]]");
          name = null;
        } else if (inPackage) {
          const [, key, value = ""] = /^(name|version) = "([^"]{1,200})"/.exec(line) ?? [];
          if (key === "name") name = value;
          else if (key === "version" && name !== null) addLocked(versions, keyOf(name), value);
        }
      }
    },
  };
}
