import { parse, TomlError } from "smol-toml";
import { ParseFault } from "./fault.ts";

const MAX_DEPTH = 64;

export function parseToml(text: string): unknown {
  try {
    return parse(text, { maxDepth: MAX_DEPTH, integersAsBigInt: "asNeeded" });
  } catch (error) {
    throw new ParseFault("not valid TOML", error instanceof TomlError ? error.line : null);
  }
}
