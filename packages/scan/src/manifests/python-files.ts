import { type ManifestReader, namedExactly } from "./manifest.ts";
import { addPythonVersion, addRequirement } from "./python-requirement.ts";

/** requirements.txt and its like, also those in a folder `requirements`. Includes and options are ignored. */
export const requirementsText: ManifestReader = {
  reads: (name, folder) =>
    /^requirements?[\w.-]*\.(?:txt|in)$/.test(name) ||
    (/(?:^|\/)requirements$/.test(folder) && /\.(?:txt|in)$/.test(name)),
  read({ text, name }, reading) {
    const origin = /dev|test|lint|doc/.test(name) ? "development" : "runtime";
    for (const raw of text.split("\n")) {
      // Hashes, on lines of their own, continue the line of a package.
      const line = raw.trim().replace(/\\$/, "").trimEnd();
      if (!/^[-#]/.test(line)) addRequirement(line, origin, reading);
    }
  },
};

/** Characters of a list of requirements. */
const MAX_LIST = 20_000;

/** setup.py, read as text and never run: the strings of install_requires. */
export const setupPython: ManifestReader = {
  reads: namedExactly("setup.py"),
  read({ text }, reading) {
    const start = /\binstall_requires\s*=\s*\[/.exec(text);
    const list = start === null ? "" : listAfter(text, start.index + start[0].length);
    for (const [, double, single] of list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)) {
      addRequirement(double ?? single, "runtime", reading);
    }
    addPythonVersion(reading, /python_requires\s*=\s*["']([^"'\n]*)["']/.exec(text)?.[1], "python_requires");
  },
};

/** setup.cfg: the indented lines after install_requires. */
export const setupConfiguration: ManifestReader = {
  reads: namedExactly("setup.cfg"),
  read({ text }, reading) {
    let inside = false;
    for (const line of text.split("\n")) {
      const key = /^([a-z_]+)\s*[=:](.*)$/.exec(line);
      if (key !== null) {
        inside = key[1] === "install_requires";
        if (inside) addRequirement(key[2]?.trim(), "runtime", reading);
        if (key[1] === "python_requires") addPythonVersion(reading, key[2]?.trim(), "python_requires");
      } else if (inside && /^\s+[A-Za-z]/.test(line)) {
        addRequirement(line, "runtime", reading);
      } else if (!/^\s*$/.test(line)) {
        inside = false;
      }
    }
  },
};

/** .python-version and runtime.txt. */
export const pythonVersion: ManifestReader = {
  reads: namedExactly(".python-version", "runtime.txt"),
  read({ text }, reading) {
    const [, prefix, version] = /^\s*(python-)?(\d[\w.]*)/.exec(text.slice(0, 200)) ?? [];
    addPythonVersion(reading, version, prefix === undefined ? "version" : "python");
  },
};

/** Up to the bracket that closes the list, ignoring brackets of extras (`name[extra]`) inside strings. */
function listAfter(text: string, start: number): string {
  const list = text.slice(start, start + MAX_LIST);
  const end = /(?:^|["',\s])\]/.exec(
    list.replace(/"[^"\n]*"|'[^'\n]*'/g, (string) => "'".repeat(string.length)),
  );
  return end === null ? "" : list.slice(0, end.index + end[0].length);
}
