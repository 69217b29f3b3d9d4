/** How operations are presented to agents. Everything else about a tool is derived from the table of operations. */
import type { z } from "zod";
import type { OperationId } from "../contract/api/operations.ts";

/** A JSON object, such as arguments, a response or a JSON Schema. */
export type Json = Record<string, unknown>;

export interface Tool {
  name: string;
  /** For people. */
  title: string;
  /** For agents: what it answers, and when to use which field. */
  description: string;
  /** The first one answers, unless `choose` says otherwise. */
  operations: readonly [OperationId, ...OperationId[]];
  choose?(args: Json): OperationId;
  /** Arguments that no operation has; `narrow` or `choose` reads them. */
  ownArguments?: Readonly<Record<string, z.ZodType>>;
  /** Defaults that differ from the operation's. */
  defaults?: Json;
  /**
   * Fields of the response that are shown by default: dotted paths through objects and lists, `*` for any name. A
   * path that ends early includes all below it.
   */
  shown: readonly string[];
  /** Characters kept by default of long texts, by the same paths. */
  clipped?: Readonly<Record<string, number>>;
  pages?: Pages;
  /** Selects from the response what the own arguments ask for. */
  narrow?(answer: Json, args: Json): Json;
  /** The caller bounds the response's size; it is never shortened. */
  sizedByCaller?: true;
  /** What to do when the record does not exist. */
  ifMissing?: string;
  /** Stores something. */
  writes?: true;
}

/** How an answer continues. */
export interface Pages {
  /** The list that continues: a field of the response, by the arguments; null: this answer has no pages. */
  list(args: Json): string | null;
  /** The operation's own offset; without it, the whole list is in every response, and is cut here. */
  offset?: {
    /** Greatest value of the field `offset`. */
    max: number;
    /** The offset after `rows` of the answer, which began at `offset`; null at the end. */
    next(answer: Json, page: { offset: number; rows: readonly Json[]; all: boolean }): number | null;
  };
}
