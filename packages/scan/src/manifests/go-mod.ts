import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** go.mod: the language's version and the modules that the project itself needs (not the indirect ones). */
export const goMod: ManifestReader = {
  reads: namedExactly("go.mod"),
  read({ text }, reading) {
    let inRequire = false;
    for (const raw of text.split("\n")) {
      const line = raw.trim();
      if (line.length > 400) continue;
      const go = /^go\s+(\d[\w.]*)$/.exec(line)?.[1];
      if (go !== undefined) reading.languages.push({ language: "Go", version: go, quote: `go ${go}` });
      if (/^require\s*\($/.test(line)) inRequire = true;
      else if (line === ")") inRequire = false;
      const words = line.split(/\s+/);
      if (!inRequire && words.shift() !== "require") continue;
      const [name = "", release = ""] = words;
      if (!/^v./.test(release) || (inRequire && !/.\../.test(name)) || line.includes("// indirect")) continue;
      const version = statedVersion(release);
      const quote = version === undefined ? name : `${name} ${version}`;
      reading.signals.push({ kind: "go", name, ...(version && { version }), origin: "runtime", quote });
    }
  },
};
