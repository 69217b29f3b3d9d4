/**
 * Hand-written YAML files (a taxonomy, a vocabulary, recognisers): read, checked, and refused with file, line and rule.
 */
import { readFileSync, statSync } from "node:fs";
import { type Document, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { fieldPath } from "../contract/values/field-path.ts";
import { offsetOf } from "./places.ts";
import { isYamlDeeperThan, MAX_YAML_DEPTH } from "./yaml-depth.ts";

const FAULTS_SHOWN = 20;
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** A broken rule and the place of the entry that breaks it, as a path into the content. */
export interface YamlFault {
  path: PropertyKey[];
  /** Follows the name of the field in the message: `is missing`, `must be kebab-case`. */
  rule: string;
}

/** A file that cannot be used; the message has one line `file:line: field: rule` for each fault, at most 20. */
export class CheckedYamlError extends Error {
  override readonly name: string = "CheckedYamlError";
}

export interface YamlFileKind {
  /** What the file is, in a word or two, for messages: `taxonomy`. */
  kind: string;
  /** The error class to throw instead of {@link CheckedYamlError}. */
  Refusal?: new (
    message: string,
  ) => Error;
}

export interface CheckedYamlOptions<S extends z.ZodType> extends YamlFileKind {
  schema: S;
  /** Rules across several fields, checked once the schema passes. */
  faults?: (content: z.output<S>) => readonly YamlFault[];
  /** The file comes with the program: a build contains it as JSON, which is parsed in a hundredth of the time. */
  isShipped?: boolean;
}

/** Checked content with its line numbers, for rules that span several files. */
export interface CheckedYaml<T> {
  content: T;
  /** `file:line: field: rule`. */
  located(fault: YamlFault): string;
}

/**
 * The content of a YAML text. `path` is used in errors only.
 *
 * @throws {CheckedYamlError} or the caller's own, when the text is not YAML, the schema refuses it or there are faults.
 */
export function parseCheckedYaml<S extends z.ZodType>(
  source: string,
  path: string,
  options: CheckedYamlOptions<S>,
): z.output<S> {
  if (options.isShipped && source.startsWith("{")) {
    const { content, faults } = validate(JSON.parse(source), options);
    if (faults.length === 0) return content as z.output<S>;
  }
  return openCheckedYaml(source, path, options).content;
}

/** As `parseCheckedYaml`, for a caller that has more to check afterwards. */
export function openCheckedYaml<S extends z.ZodType>(
  source: string,
  path: string,
  options: CheckedYamlOptions<S>,
): CheckedYaml<z.output<S>> {
  const lines = new LineCounter();
  const document = parse(source, { path, lines, options });
  const located = ({ path: field, rule }: YamlFault): string => {
    const line = Math.max(1, lines.linePos(offsetOf(document, field)).line);
    return `${path}:${line}: ${fieldPath(field) || "the file"}: ${rule}`;
  };
  const { content, faults } = validate(plainContent(document, path, options), options);
  if (faults.length > 0) throw yamlRefusal(faults.map(located), options);
  return { content: content as z.output<S>, located };
}

/**
 * The text of a file of at most 16 MiB in UTF-8.
 *
 * @throws {CheckedYamlError} or the caller's own, when it cannot be read, is too large or is not UTF-8.
 */
export function readTextFile(path: string, options: YamlFileKind): string {
  let bytes: Buffer;
  try {
    const size = statSync(path).size;
    if (size > MAX_FILE_BYTES) throw new Error(`it has ${size} bytes, the limit is ${MAX_FILE_BYTES}`);
    bytes = readFileSync(path);
  } catch (error) {
    throw yamlRefusal([`${path}: the ${options.kind} cannot be read: ${(error as Error).message}`], options);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw yamlRefusal([`${path}: the ${options.kind} is not UTF-8 text: save it as UTF-8`], options);
  }
}

function parse(
  source: string,
  { path, lines, options }: { path: string; lines: LineCounter; options: YamlFileKind },
): Document {
  if (isYamlDeeperThan(MAX_YAML_DEPTH, source)) {
    const reason = `nested deeper than ${MAX_YAML_DEPTH} levels: flatten it`;
    throw yamlRefusal([`${path}: not valid YAML: ${reason}`], options);
  }
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw yamlRefusal(
      document.errors.map(
        ({ pos, message }) => `${path}:${lines.linePos(pos[0]).line}: not valid YAML: ${message}`,
      ),
      options,
    );
  }
  return document;
}

function plainContent(document: Document, path: string, options: YamlFileKind): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw yamlRefusal([`${path}: not valid YAML: ${(error as Error).message}`], options);
  }
}

function validate<S extends z.ZodType>(
  plain: unknown,
  { schema, faults, kind }: CheckedYamlOptions<S>,
): { content?: z.output<S>; faults: readonly YamlFault[] } {
  const result = schema.safeParse(plain, { reportInput: true });
  if (result.success) return { content: result.data, faults: faults?.(result.data) ?? [] };
  const found = result.error.issues.flatMap((issue): YamlFault[] => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        rule: `is not a field of ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}: remove it`,
      }));
    }
    return [{ path: issue.path, rule: issue.input === undefined ? "is missing" : issue.message }];
  });
  return { faults: found };
}

/** The error for some faults, one line each. */
export function yamlRefusal(faults: readonly string[], { Refusal = CheckedYamlError }: YamlFileKind): Error {
  const shown = faults.slice(0, FAULTS_SHOWN);
  if (faults.length > FAULTS_SHOWN) shown.push(`and ${faults.length - FAULTS_SHOWN} more`);
  return new Refusal(shown.join("\n"));
}
