import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedLike } from "./manifest.ts";

/** Gemfile and gemspecs, read as text and never run: gems with literal names. */
export const gemfile: ManifestReader = {
  reads: namedLike(/^(?:Gemfile|gems\.rb|.+\.gemspec)$/),
  read({ text }, reading) {
    for (const line of text.split("\n")) {
      if (line.length > 500) continue;
      const ruby = statedVersion(/^\s*ruby\s+["']([^"']+)["']/.exec(line)?.[1]);
      if (ruby !== undefined) {
        reading.languages.push({ language: "Ruby", version: ruby, quote: `ruby "${ruby}"` });
      }
      const found =
        /^\s*(?:gem|[\w.]+\.add_(runtime_|development_)?dependency)[\s(]+["']([\w.-]+)["'](?:\s*,\s*["']([^"']+)["'])?/.exec(
          line,
        );
      if (found === null) continue;
      const [, kind, name = "", release] = found;
      const version = statedVersion(release);
      const origin = kind === "development_" ? "development" : "runtime";
      const quote = version === undefined ? `"${name}"` : `"${name}", "${version}"`;
      reading.signals.push({ kind: "gem", name, ...(version && { version }), origin, quote });
    }
  },
};
