import { namedExactly } from "../manifests/manifest.ts";
import { parseJson } from "../parse/json.ts";
import { entriesAt, textAt } from "../parse/tree.ts";
import { addLocked, type LockReader, lockKeys } from "./lock.ts";

/** package-lock.json of npm, versions 1 to 3: the versions installed for each workspace member. */
export const packageLock: LockReader = {
  kind: "npm",
  reads: namedExactly("package-lock.json", "npm-shrinkwrap.json"),
  read(text, versions) {
    const content = parseJson(text);
    for (const [path, entry] of entriesAt(content, "packages")) {
      const at = path.lastIndexOf("node_modules/");
      if (at < 0) continue;
      const member = path.slice(0, Math.max(0, at - 1));
      // Packages nested in another package's folder are used by that package only.
      if (member.includes("node_modules/")) continue;
      addLocked(versions, lockKeys.forMember(path.slice(at + 13), member), textAt(entry, "version"));
    }
    for (const [name, entry] of entriesAt(content, "dependencies")) {
      addLocked(versions, lockKeys.forMember(name, ""), textAt(entry, "version"));
    }
  },
};
