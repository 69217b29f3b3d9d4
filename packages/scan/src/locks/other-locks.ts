import { namedExactly } from "../manifests/manifest.ts";
import { parseJson } from "../parse/json.ts";
import { entriesAt, listAt, textAt } from "../parse/tree.ts";
import { addLocked, type LockReader, lockKeys } from "./lock.ts";

/** Pipfile.lock: versions are written `==1.2.3`. */
export const pipfileLock: LockReader = {
  kind: "pypi",
  reads: namedExactly("Pipfile.lock"),
  read(text, versions) {
    const content = parseJson(text);
    for (const section of ["default", "develop"]) {
      for (const [name, entry] of entriesAt(content, section)) {
        const version = textAt(entry, "version")?.replace(/^==/, "");
        addLocked(versions, lockKeys.anywherePython(name), version);
      }
    }
  },
};

/** composer.lock of PHP. */
export const composerLock: LockReader = {
  kind: "composer",
  reads: namedExactly("composer.lock"),
  read(text, versions) {
    const content = parseJson(text);
    for (const section of ["packages", "packages-dev"]) {
      for (const entry of listAt(content, section)) {
        const name = textAt(entry, "name");
        if (name !== undefined) addLocked(versions, lockKeys.anywhere(name), textAt(entry, "version"));
      }
    }
  },
};

/** Gemfile.lock: the gems, indented by four; their dependencies are indented deeper. */
export const gemfileLock: LockReader = {
  kind: "gem",
  reads: namedExactly("Gemfile.lock", "gems.locked"),
  read(text, versions) {
    for (const line of text.split("\n")) {
      const found = /^ {4}([\w.-]{1,100}) \(([^)\s]{1,60})\)$/.exec(line);
      if (found !== null) addLocked(versions, lockKeys.anywhere(found[1] ?? ""), found[2]);
    }
  },
};

/** pubspec.lock of Dart. */
export const pubspecLock: LockReader = {
  kind: "pub",
  reads: namedExactly("pubspec.lock"),
  read(text, versions) {
    let name: string | null = null;
    for (const line of text.split("\n")) {
      name = /^ {2}(\w{1,100}):\s*$/.exec(line)?.[1] ?? name;
      const version = /^ {4}version: "?([^"\s]{1,60})"?\s*$/.exec(line)?.[1];
      if (name !== null && version !== undefined) addLocked(versions, lockKeys.anywhere(name), version);
    }
  },
};

/** mix.lock of Elixir. */
export const mixLock: LockReader = {
  kind: "hex",
  reads: namedExactly("mix.lock"),
  read(text, versions) {
    for (const line of text.split("\n")) {
      const found = /^\s*"(\w{1,100})": \{:hex, :\w{1,100}, "([^"]{1,60})"/.exec(line);
      if (found !== null) addLocked(versions, lockKeys.anywhere(found[1] ?? ""), found[2]);
    }
  },
};
