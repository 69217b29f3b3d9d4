/** Executes the service's operations in this process, and prints their results. */
import type { OperationOutput, SnapshotOperationId } from "../contract/api/operations.ts";
import type { CommandContext } from "./context.ts";
import { type Column, onOneLine, renderTable } from "./table.ts";

const widthWithoutTerminal = 120;

/** Options that were not given are omitted from the request, as in an HTTP request. */
export function ask<Id extends SnapshotOperationId>(
  context: CommandContext,
  operation: Id,
  request: object,
): Promise<OperationOutput<Id>> {
  return context.services.execute(context.config, operation, JSON.parse(JSON.stringify(request)));
}

/** Characters per line. */
export function outputWidth(): number {
  return process.stdout.columns || widthWithoutTerminal;
}

/** Titles in bold, bars in colour; prints a note instead of a table without rows. */
export function showTable(context: CommandContext, columns: Column[], rows: string[][]): void {
  if (rows.length === 0) {
    context.note("Nothing found.");
    return;
  }
  const width = outputWidth();
  const [titles, ...lines] = renderTable(columns, rows, width).map((line) =>
    [...line].slice(0, width).join(""),
  );
  context.print(context.colours.bold(titles));
  for (const line of lines) context.print(line.replace(/[\u2588-\u258f]+/gu, context.colours.cyan));
}

/** A heading above a table, after a blank line. */
export function showHeading(context: CommandContext, heading: string): void {
  context.print("");
  context.print(context.colours.bold(onOneLine(heading)));
}

/** Prose, wrapped to the width of the output. */
export function showText(context: CommandContext, text: string): void {
  let line = "";
  for (const word of onOneLine(text).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && [...longer].length > outputWidth()) {
      context.print(line);
      line = word;
    } else line = longer;
  }
  if (line !== "") context.print(line);
}
