import { namedExactly } from "../manifests/manifest.ts";
import { parseJsonWithComments } from "../parse/json.ts";
import { entriesAt } from "../parse/tree.ts";
import { addLocked, type LockReader, lockKeys } from "./lock.ts";

/** bun.lock (the text; the older binary bun.lockb is not read). */
export const bunLock: LockReader = {
  kind: "npm",
  reads: namedExactly("bun.lock"),
  read(text, versions) {
    for (const [path, entry] of entriesAt(parseJsonWithComments(text), "packages")) {
      const resolved = Array.isArray(entry) && typeof entry[0] === "string" ? entry[0] : "";
      const at = resolved.indexOf("@", 1);
      if (at < 0 || resolved.slice(0, at) !== path) continue;
      addLocked(versions, lockKeys.anywhere(path), resolved.slice(at + 1));
    }
  },
};
