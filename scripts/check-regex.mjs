#!/usr/bin/env node
/**
 * Finds regular expressions whose time grows faster than their input: untrusted text must not decide how long one
 * runs. An expression created at run time needs a comment `// Time: …` just above it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "@swc/core";
import { analyse } from "scslre";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["src", "packages", "web", "bin", "scripts", "tools"];
const LINES_ABOVE = 3;

/** Sources, without tests and without AssemblyScript. */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|assembly|fixture|dist)$/.test(entry.name) ? [] : sourceFiles(path);
    return /\.(ts|tsx|mjs)$/.test(path) && !/\.(test|case|d)\.tsx?$/.test(path) ? [path] : [];
  });
}

/** Faults of the regular expressions of a source, in lines such as `a.ts:3: /(a+)+$/: takes exponential time`. */
export function findSlowExpressions(source, file) {
  const syntax = { syntax: "typescript", tsx: file.endsWith("x"), target: "es2022" };
  const { body, span } = parseSync(source, syntax);
  const bytes = Buffer.from(source);
  const lines = source.split("\n");
  // Positions count bytes from the start of the module, which is its first token.
  const start = span.start - leadingBytes(source);
  const lineAt = ({ start: at }) =>
    bytes
      .subarray(0, at - start)
      .toString("utf8")
      .split("\n").length;
  const findings = [];
  const visit = (node) => {
    if (typeof node !== "object" || node === null) return;
    if (node.type === "RegExpLiteral") {
      const found = slowness(node.pattern, node.flags);
      if (found !== null)
        findings.push(`${file}:${lineAt(node.span)}: /${node.pattern}/${node.flags}: ${found}`);
    } else if (
      (node.type === "NewExpression" || node.type === "CallExpression") &&
      node.callee?.value === "RegExp"
    ) {
      const line = lineAt(node.span);
      if (!lines.slice(Math.max(0, line - 1 - LINES_ABOVE), line).some((text) => text.includes("// Time:")))
        findings.push(
          `${file}:${line}: made at run time: say in a comment "// Time: …" above it what bounds its time`,
        );
    }
    for (const member of Object.values(node)) visit(member);
  };
  visit(body);
  return findings;
}

/** Bytes before the first token: white space and comments. */
function leadingBytes(source) {
  return Buffer.byteLength(/^(?:\s|\/\/[^\n]*|#![^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/.exec(source)[0]);
}

/** Null for an expression of linear time. */
function slowness(source, flags) {
  const { reports } = analyse({ source, flags: flags.replace(/[dgy]/g, "") }, { maxReports: 1 });
  if (reports.length === 0) return null;
  return `takes ${reports[0].exponential ? "exponential" : "polynomial"} time; anchor it, or leave only one way to match`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = folders
    .flatMap((folder) => sourceFiles(join(root, folder)))
    .flatMap((path) => findSlowExpressions(readFileSync(path, "utf8"), relative(root, path)));
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
