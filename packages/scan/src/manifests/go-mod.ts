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
      const found = (inRequire ? /^(\S+\.\S+)\s+(v\S+)(.*)$/ : /^require\s+(\S+)\s+(v\S+)(.*)$/).exec(line);
      if (found === null || found[3]?.includes("// indirect")) continue;
      const [, name = "", release] = found;
      const version = statedVersion(release);
      const quote = version === undefined ? name : `${name} ${version}`;
      reading.signals.push({ kind: "go", name, ...(version && { version }), standing: "runtime", quote });
    }
  },
};
