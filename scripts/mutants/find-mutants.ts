/** The mutants of a file. */
import { type Replacement, replacementsOf } from "./operators.ts";
import { childrenOf, nodesOf, parse, type SyntaxNode } from "./syntax.ts";

/** One change of one node; `line` and `column` count from 1. */
export interface Mutant extends Replacement {
  id: number;
  /** Path from the repository root. */
  path: string;
  line: number;
  column: number;
  start: number;
  end: number;
}

/** Calls whose texts are for people: tests need not fix their wording. */
const MESSAGE_METHODS = new Set(["debug", "describe", "error", "fatal", "info", "log", "trace", "warn"]);

function writesMessage(node: SyntaxNode): boolean {
  const [callee] = nodesOf(node.callee);
  if (node.type === "ThrowStatement") return true;
  if (node.type === "NewExpression") return /(?:Error|Failure|Fault)$/.test(String(callee?.name));
  if (node.type !== "CallExpression" || callee?.type !== "MemberExpression") return false;
  return MESSAGE_METHODS.has(String(nodesOf(callee.property)[0]?.name));
}

const TEXT_OPERATORS = new Set(["string", "template"]);

interface Place {
  node: SyntaxNode;
  parent: SyntaxNode | undefined;
  /** Inside a call whose text is for people, such as a log message. */
  inMessage: boolean;
  /** Written to (left of `=`, operand of `delete` or `++`), or a link inside an optional chain. */
  fixed: boolean;
}

const CHAIN_LINKS = ["MemberExpression", "CallExpression", "TSNonNullExpression"];
const TARGETS: Record<string, string> = {
  AssignmentExpression: "left",
  UpdateExpression: "argument",
  ForOfStatement: "left",
  ForInStatement: "left",
};

/** True where replacing the child would change more than its value. */
function isFixed({ node, fixed }: Place, child: SyntaxNode): boolean {
  const isTarget = nodesOf(node[TARGETS[node.type] ?? ""])[0] === child;
  if (isTarget || (node.type === "UnaryExpression" && node.operator === "delete")) return true;
  const isLink = CHAIN_LINKS.includes(child.type);
  if (node.type === "ChainExpression") return isLink;
  const base = nodesOf(node.object)[0] ?? nodesOf(node.callee)[0] ?? nodesOf(node.expression)[0];
  return fixed && CHAIN_LINKS.includes(node.type) && base === child && isLink;
}

function* placesOf(place: Place): Generator<Place> {
  yield place;
  const { node } = place;
  const inMessage = place.inMessage || writesMessage(node);
  for (const child of childrenOf(node))
    yield* placesOf({ node: child, parent: node, inMessage, fixed: isFixed(place, child) });
}

function positionOf(source: string, offset: number) {
  const before = source.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}

/** All mutants of a file, in the order of the source; `id` counts from `firstId`. */
export function findMutants({ path, source, firstId }: { path: string; source: string; firstId: number }) {
  const mutants: Mutant[] = [];
  const textOf = (node: SyntaxNode) => source.slice(node.start, node.end);
  const root = parse(path, source);
  for (const { node, parent, inMessage, fixed } of placesOf({
    node: root,
    parent: undefined,
    inMessage: false,
    fixed: false,
  })) {
    if (fixed) continue;
    for (const { operator, text } of replacementsOf({ node, parent, textOf })) {
      if (inMessage && TEXT_OPERATORS.has(operator)) continue;
      const id = firstId + mutants.length;
      const { start, end } = node;
      mutants.push({ id, path, ...positionOf(source, start), operator, text, start, end });
    }
  }
  return mutants;
}
