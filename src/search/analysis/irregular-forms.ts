/**
 * Words and those of their forms that no stemmer reduces to them (`irregular-forms.json`): `children`, `stolen`. Forms that
 * are words of their own are left out.
 */
import { readFileSync } from "node:fs";

export const irregularForms: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("./irregular-forms.json", import.meta.url), "utf8"),
);
