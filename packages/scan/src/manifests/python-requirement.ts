import type { Origin, Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";

/**
 * One requirement as PEP 508 has it: `name[extra] >=1.2 ; marker`, or `name @ address`. The version is the specifier
 * without `==`, so that a pinned version is stored as the plain version.
 */
export function addRequirement(requirement: unknown, origin: Origin, reading: Reading): void {
  if (typeof requirement !== "string" || requirement.length > 500) return;
  const found = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;#@)]*)/.exec(requirement);
  if (found === null) return;
  const [, name = "", specifier = ""] = found;
  if (specifier.trim() !== "" && !/^\s*[<>=!~^]/.test(specifier)) return;
  addPythonPackage(reading, { name, specifier, origin });
}

/** A package and its specifier as the file has it; `quoted` where the file is TOML (`name = "1.2"`). */
export function addPythonPackage(
  reading: Reading,
  found: { name: string; specifier: unknown; origin: Origin; quoted?: boolean },
): void {
  const { name, origin, quoted } = found;
  const specifier = typeof found.specifier === "string" ? found.specifier.trim() : "";
  const version = statedVersion(specifier.replace(/^={2,3}\s*/, ""));
  const stated = quoted ? ` = "${specifier}"` : specifier;
  const quote = version === undefined ? name : `${name}${stated}`;
  reading.signals.push({ kind: "pypi", name, ...(version && { version }), origin, quote });
}

export function addPythonVersion(reading: Reading, version: unknown, key: string): void {
  const stated = statedVersion(version);
  if (stated === undefined) return;
  reading.languages.push({ language: "Python", version: stated, quote: `${key} ${stated}` });
}
