import { listAt } from "../parse/tree.ts";
import { parseYaml } from "../parse/yaml.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";
import { addPythonVersion, addRequirement } from "./python-requirement.ts";

/** environment.yml of Conda. Most packages have their PyPI name; `=` pins, and a build may follow. */
export const condaEnvironment: ManifestReader = {
  reads: namedExactly("environment.yml", "environment.yaml", "conda.yml", "conda.yaml"),
  read({ text }, reading) {
    for (const each of listAt(parseYaml(text), "dependencies")) {
      for (const requirement of listAt(each, "pip")) addRequirement(requirement, "runtime", reading);
      if (typeof each !== "string") continue;
      const [, name, pinned] = /^(?:[\w.-]+::)?([\w.-]+)(?:={1,2}([^=\s]+)(?:=.*)?)?/.exec(each) ?? [];
      if (name === undefined) continue;
      if (name === "python") addPythonVersion(reading, pinned ?? each.slice("python".length), "python");
      else addRequirement(pinned === undefined ? each : `${name}==${pinned}`, "runtime", reading);
    }
  },
};
