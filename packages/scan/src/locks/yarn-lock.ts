import { namedExactly } from "../manifests/manifest.ts";
import { addLocked, type LockReader, lockKeys } from "./lock.ts";

/** yarn.lock, of Yarn 1 and of later ones: the version for each range of each package. */
export const yarnLock: LockReader = {
  kind: "npm",
  reads: namedExactly("yarn.lock"),
  read(text, versions) {
    let asked: [name: string, range: string][] = [];
    for (const line of text.split("\n")) {
      if (line.length > 4000) continue;
      if (/^["\w@]/.test(line)) {
        asked = line
          .replace(/:\s*$/, "")
          .replaceAll('"', "")
          .split(", ")
          .flatMap((each): [string, string][] => {
            const at = each.indexOf("@", 1);
            return at < 0 ? [] : [[each.slice(0, at), each.slice(at + 1).replace(/^npm:/, "")]];
          });
        continue;
      }
      const version = /^ {2}version:? "?([^"\s]+)"?\s*$/.exec(line)?.[1];
      if (version === undefined) continue;
      for (const [name, range] of asked) {
        addLocked(versions, lockKeys.forRange(name, range), version);
        addLocked(versions, lockKeys.anywhere(name), version);
      }
    }
  },
};
