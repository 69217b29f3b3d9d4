/** A TypeScript file as an ESTree, and which of its nodes a mutant may replace. */
import { parseSync } from "vite";

/** An ESTree node; `start` and `end` are offsets into the source, in UTF-16 code units. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Throws where the source is not TypeScript. */
export function parse(path: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(path, source, { preserveParens: false });
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return program as unknown as SyntaxNode;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

/** Nodes of a field: one, several or none. */
export function nodesOf(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.filter(isNode);
  return isNode(value) ? [value] : [];
}

/** Types are erased; the expressions inside assertions such as `x as T` and `x!` are not. */
const EXPRESSIONS_OF_TYPESCRIPT = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
]);

const isErased = (node: SyntaxNode): boolean =>
  node.type.startsWith("TS") && !EXPRESSIONS_OF_TYPESCRIPT.has(node.type);

const WITHOUT_CODE = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "MetaProperty",
]);

/** Fields of a node that contain names or texts that are not values. */
function skippedFields(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case "MemberExpression":
      return node.computed === true ? [] : ["property"];
    case "Property":
    case "PropertyDefinition":
    case "MethodDefinition":
      return node.computed === true ? [] : ["key"];
    case "ExportNamedDeclaration":
      return ["source", "specifiers", "attributes"];
    case "TaggedTemplateExpression":
      return ["tag"];
    default:
      return [];
  }
}

/** The parts of a node that are executed, in the order of the source. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  if (WITHOUT_CODE.has(node.type)) return [];
  const skipped = skippedFields(node);
  return Object.entries(node)
    .filter(([field]) => !skipped.includes(field))
    .flatMap(([, value]) => nodesOf(value))
    .filter((child) => !isErased(child))
    .sort((a, b) => a.start - b.start);
}
