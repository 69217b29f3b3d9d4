/** One source with all its mutants inside, each behind a switch, so that a file is transformed once. */
import type { Mutant } from "./find-mutants.ts";
import { childrenOf, nodesOf, parse, type SyntaxNode } from "./syntax.ts";

/** `isMutant(id)`: true while that mutant is the active one. */
export const SWITCH = "__isMutant";
/** Called in each iteration of a loop: throws when the active mutant's time is over. */
export const TICK = "__tickMutant";

const LOOPS = new Set([
  "WhileStatement",
  "DoWhileStatement",
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
]);

function wrapExpression(mutants: readonly Mutant[], text: string): string {
  return `(${mutants.map(({ id, text }) => `${SWITCH}(${id})?(${text}):`).join("")}(${text}))`;
}

function wrapStatement(mutants: readonly Mutant[], text: string): string {
  return `{${mutants.map(({ id, text }) => `if(${SWITCH}(${id})){${text}}else `).join("")}{${text}}}`;
}

const isStatement = ({ type }: SyntaxNode) =>
  type === "BlockStatement" || type === "ExpressionStatement" || type === "ReturnStatement";

function isLoopBody(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  return parent !== undefined && LOOPS.has(parent.type) && nodesOf(parent.body)[0] === node;
}

export function instrument({ path, source, mutants }: { path: string; source: string; mutants: Mutant[] }) {
  const byRange = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const key = `${mutant.start}-${mutant.end}`;
    byRange.set(key, [...(byRange.get(key) ?? []), mutant]);
  }

  /**
   * Several nodes may have one range, such as an expression and the chain that contains it: the outermost takes all.
   */
  function takeMutants({ start, end }: SyntaxNode): Mutant[] {
    const key = `${start}-${end}`;
    const found = byRange.get(key) ?? [];
    byRange.delete(key);
    return found;
  }

  function render(node: SyntaxNode, parent?: SyntaxNode): string {
    const own = takeMutants(node);
    let text = "";
    let at = node.start;
    for (const child of childrenOf(node)) {
      text += source.slice(at, child.start) + render(child, node);
      at = child.end;
    }
    text += source.slice(at, node.end);
    if (isLoopBody(node, parent)) text = `{${TICK}();${text}}`;
    if (own.length === 0) return text;
    return isStatement(node) ? wrapStatement(own, text) : wrapExpression(own, text);
  }

  return render(parse(path, source));
}
