/** The mutation operators: which replacements a node has. */
import { nodesOf, type SyntaxNode } from "./syntax.ts";

/** The replacement for the text of a node; an empty replacement of a statement removes it. */
export interface Replacement {
  operator: string;
  text: string;
}

/** The input of an operator: the node, its parent, and the text of any node. */
export interface Site {
  node: SyntaxNode;
  parent: SyntaxNode | undefined;
  textOf: (node: SyntaxNode) => string;
}

const BINARY: Record<string, string[]> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&": ["|"],
  "|": ["&"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "==": ["!="],
  "!=": ["=="],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
};
const ASSIGNMENT: Record<string, string> = {
  "+=": "-=",
  "-=": "+=",
  "*=": "/=",
  "/=": "*=",
  "&=": "|=",
  "|=": "&=",
  "<<=": ">>=",
  ">>=": "<<=",
  "??=": "=",
  "||=": "&&=",
  "&&=": "||=",
};
/** A map: an object would also answer to `toString`. */
const METHODS = new Map([
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["toLowerCase", "toUpperCase"],
  ["toUpperCase", "toLowerCase"],
]);
const REMOVED_METHODS = new Set(["sort", "toSorted", "reverse", "toReversed", "filter", "slice", "trim"]);

const child = (node: SyntaxNode, field: string) => nodesOf(node[field])[0];
const isText = (node: SyntaxNode | undefined) =>
  node?.type === "TemplateLiteral" || (node?.type === "Literal" && typeof node.value === "string");

/** The text of a node with the operator between its two operands replaced. */
function withOperator({ node, textOf }: Site, operator: string): string {
  const [left, right] = [child(node, "left") as SyntaxNode, child(node, "right") as SyntaxNode];
  const text = textOf(node);
  const before = text.slice(0, left.end - node.start);
  const between = text.slice(left.end - node.start, right.start - node.start);
  // Without parentheses, `??` must not be combined with another logical operator.
  const isMixed = left.operator === "??" && left.start === node.start;
  return `${isMixed ? `(${before})` : before}${between.replace(String(node.operator), operator)}${text.slice(right.start - node.start)}`;
}

function binary(site: Site): Replacement[] {
  const { node } = site;
  const operator = String(node.operator);
  if (operator === "+" && (isText(child(node, "left")) || isText(child(node, "right")))) return [];
  return (BINARY[operator] ?? []).map((other) => ({
    operator: `${operator} to ${other}`,
    text: withOperator(site, other),
  }));
}

function assignment(site: Site): Replacement[] {
  const operator = String(site.node.operator);
  const other = ASSIGNMENT[operator];
  return other === undefined
    ? []
    : [{ operator: `${operator} to ${other}`, text: withOperator(site, other) }];
}

function unary({ node, textOf }: Site): Replacement[] {
  const operator = String(node.operator);
  if (operator !== "!" && operator !== "-" && operator !== "~") return [];
  const argument = child(node, "argument") as SyntaxNode;
  return [{ operator: `remove ${operator}`, text: textOf(argument) }];
}

function update({ node, textOf }: Site): Replacement[] {
  const [from, to] = node.operator === "++" ? ["++", "--"] : ["--", "++"];
  return [{ operator: `${from} to ${to}`, text: textOf(node).replace(from, to) }];
}

/** Whole numbers below 100 move by one, so that off-by-one bounds show; others become 0. */
function numberText(value: number): string {
  return Number.isInteger(value) && value < 100 ? String(value + 1) : "0";
}

function literal({ node, textOf }: Site): Replacement[] {
  const { value } = node;
  if (typeof value === "boolean") return [{ operator: "boolean", text: String(!value) }];
  if (typeof value === "number") return [{ operator: "number", text: numberText(value) }];
  if (typeof value === "bigint") return [{ operator: "number", text: `${textOf(node)} + 1n` }];
  if (typeof value === "string") return [{ operator: "string", text: value === "" ? '"mutant"' : '""' }];
  return [];
}

function template({ parent }: Site): Replacement[] {
  return parent?.type === "TaggedTemplateExpression" ? [] : [{ operator: "template", text: "``" }];
}

function emptied(field: "elements" | "properties", text: string) {
  return ({ node }: Site): Replacement[] =>
    nodesOf(node[field]).length === 0 ? [] : [{ operator: `empty ${text}`, text }];
}

function call({ node, textOf }: Site): Replacement[] {
  const callee = child(node, "callee");
  if (callee?.type !== "MemberExpression" || callee.computed === true) return [];
  const property = child(callee, "property") as SyntaxNode;
  const object = child(callee, "object") as SyntaxNode;
  const name = String(property.name);
  if (REMOVED_METHODS.has(name)) return [{ operator: `remove .${name}()`, text: textOf(object) }];
  const other = METHODS.get(name);
  if (other === undefined) return [];
  const text = textOf(node);
  const [start, end] = [property.start - node.start, property.end - node.start];
  return [{ operator: `.${name}() to .${other}()`, text: text.slice(0, start) + other + text.slice(end) }];
}

/** One mutant for each `?.` of a chain. */
function chain({ node, textOf }: Site): Replacement[] {
  const text = textOf(node);
  const found: Replacement[] = [];
  let link = child(node, "expression");
  while (link) {
    const base = child(link, "object") ?? child(link, "callee") ?? child(link, "expression");
    if (link.optional === true && base) {
      const at = text.indexOf("?.", base.end - node.start);
      const after = text.slice(at + 2);
      const joint = after.startsWith("[") || after.startsWith("(") ? "" : ".";
      found.push({ operator: "remove ?.", text: text.slice(0, at) + joint + after });
    }
    link = base;
  }
  return found;
}

/** Conditions become true and false; those of loops only false, since the other never ends. */
function condition({ node, parent }: Site): Replacement[] {
  if (!parent || child(parent, "test") !== node || node.type === "Literal") return [];
  const always = { operator: "condition to true", text: "true" };
  const never = { operator: "condition to false", text: "false" };
  if (parent.type === "IfStatement" || parent.type === "ConditionalExpression") return [always, never];
  return parent.type.endsWith("WhileStatement") || parent.type === "ForStatement" ? [never] : [];
}

function arrowBody({ node, parent }: Site): Replacement[] {
  const isBody = parent?.type === "ArrowFunctionExpression" && child(parent, "body") === node;
  if (!isBody || node.type === "BlockStatement" || node.type === "Literal") return [];
  return [{ operator: "return undefined", text: "undefined" }];
}

/** Blocks whose removal is not already another mutant: not those of an `if` without `else`, nor of endless loops. */
function block({ node, parent }: Site): Replacement[] {
  if (nodesOf(node.body).length === 0) return [];
  const withoutElse = parent?.type === "IfStatement" && !child(parent, "alternate");
  const inLoop = parent?.type.endsWith("WhileStatement") || parent?.type === "ForStatement";
  const isPlain = parent?.type === "Program" || parent?.type === "BlockStatement";
  return withoutElse || inLoop || isPlain ? [] : [{ operator: "empty block", text: "{}" }];
}

/** The only statement of a block or an `if` is removed by another operator. */
function expressionStatement({ node, parent }: Site): Replacement[] {
  if (typeof node.directive === "string") return [];
  const alone = parent?.type !== "BlockStatement" || nodesOf(parent.body).length === 1;
  if (alone && parent?.type !== "Program" && parent?.type !== "SwitchCase") return [];
  return [{ operator: "remove statement", text: "" }];
}

function returned({ node, parent }: Site): Replacement[] {
  const argument = child(node, "argument");
  const alone = parent?.type === "BlockStatement" && nodesOf(parent.body).length === 1;
  if (!argument || argument.type === "Literal" || alone) return [];
  return argument.name === "undefined" ? [] : [{ operator: "return undefined", text: "return undefined;" }];
}

const OPERATORS: Record<string, (site: Site) => Replacement[]> = {
  BinaryExpression: binary,
  LogicalExpression: binary,
  AssignmentExpression: assignment,
  UnaryExpression: unary,
  UpdateExpression: update,
  Literal: literal,
  TemplateLiteral: template,
  ArrayExpression: emptied("elements", "[]"),
  ObjectExpression: emptied("properties", "({})"),
  CallExpression: call,
  ChainExpression: chain,
  BlockStatement: block,
  ExpressionStatement: expressionStatement,
  ReturnStatement: returned,
};

/** All replacements of a node, each different from its text. */
export function replacementsOf(site: Site): Replacement[] {
  const own = OPERATORS[site.node.type]?.(site) ?? [];
  return [...own, ...condition(site), ...arrowBody(site)];
}
