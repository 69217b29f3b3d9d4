/** The product's YAML reader, for tests of recogniser files. */
import { openCheckedYaml, readTextFile, yamlRefusal } from "../../../../src/yaml/checked-yaml.ts";
import { loadRecognisers, type YamlFiles } from "./recogniser.ts";

export const yamlFiles: YamlFiles = {
  open: (path, options) => openCheckedYaml(readTextFile(path, options), path, options),
  refusal: yamlRefusal,
};

export const load = (...paths: string[]) => loadRecognisers(yamlFiles, paths.length > 0 ? paths : undefined);
