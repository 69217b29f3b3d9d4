/**
 * Preloaded when the import rules are checked. dependency-cruiser asks swc for TypeScript without JSX, and does not
 * see that an import is of types only. Here files of pages are parsed as TSX, and the type imports that pages and
 * their client and the idea check take from the contract are left out: the rules then forbid them every import of it.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const swc = require("@swc/core");
const { parseFileSync } = swc;

const isContractType = (item) =>
  item.type === "ImportDeclaration" && item.typeOnly && item.source.value.includes("/contract/");

swc.parseFileSync = (path, options) => {
  const module = parseFileSync(path, { ...options, tsx: path.endsWith(".tsx") });
  if (!/(?:^|[\\/])(?:web[\\/]src|src[\\/](?:client|idea-check))[\\/]/.test(path)) return module;
  return { ...module, body: module.body.filter((item) => !isContractType(item)) };
};
