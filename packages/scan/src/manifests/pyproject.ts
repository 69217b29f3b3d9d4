import { parseToml } from "../parse/toml.ts";
import { entriesAt, isBranch, listAt, textAt } from "../parse/tree.ts";
import type { Origin, Reading } from "../signal.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";
import { addPythonPackage, addPythonVersion, addRequirement } from "./python-requirement.ts";

/** pyproject.toml as PEP 621 and 735, Poetry, PDM and uv write it. */
export const pyproject: ManifestReader = {
  reads: namedExactly("pyproject.toml"),
  read({ text }, reading) {
    const content = parseToml(text);
    const addAll = (list: readonly unknown[], origin: Origin) => {
      for (const each of list) addRequirement(each, origin, reading);
    };
    addAll(listAt(content, "project", "dependencies"), "runtime");
    for (const [, list] of entriesAt(content, "project", "optional-dependencies")) {
      addAll(Array.isArray(list) ? list : [], "runtime");
    }
    for (const groups of [["dependency-groups"], ["tool", "pdm", "dev-dependencies"]]) {
      for (const [, list] of entriesAt(content, ...groups)) {
        addAll(Array.isArray(list) ? list : [], "development");
      }
    }
    addAll(listAt(content, "tool", "uv", "dev-dependencies"), "development");
    addAll(listAt(content, "build-system", "requires"), "development");
    addPythonVersion(reading, textAt(content, "project", "requires-python"), "requires-python");
    addTable(entriesAt(content, "tool", "poetry", "dependencies"), "runtime", reading);
    addTable(entriesAt(content, "tool", "poetry", "dev-dependencies"), "development", reading);
    for (const [, group] of entriesAt(content, "tool", "poetry", "group")) {
      addTable(entriesAt(group, "dependencies"), "development", reading);
    }
  },
};

/** Pipfile: packages for running and for development. */
export const pipfile: ManifestReader = {
  reads: namedExactly("Pipfile"),
  read({ text }, reading) {
    const content = parseToml(text);
    addTable(entriesAt(content, "packages"), "runtime", reading);
    addTable(entriesAt(content, "dev-packages"), "development", reading);
    addPythonVersion(reading, textAt(content, "requires", "python_version"), "python_version");
  },
};

function addTable(entries: [string, unknown][], origin: Origin, reading: Reading): void {
  for (const [name, value] of entries) {
    const specifier = isBranch(value) ? textAt(value, "version") : value;
    if (name.toLowerCase() === "python") addPythonVersion(reading, specifier, "python");
    else addPythonPackage(reading, { name, specifier, origin, quoted: true });
  }
}
