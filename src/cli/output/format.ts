/** The option `--format`, with `--json` as its alias. */
import { type Command, Option } from "commander";

export const formats = ["table", "json", "jsonl", "csv", "markdown"] as const;
export type Format = (typeof formats)[number];

export interface FormatOptions {
  format?: Format;
  json?: boolean;
}

export function withFormat<T extends Command>(command: T): T {
  return command
    .addOption(
      new Option(
        "--format <format>",
        "table; json: the response of the API; jsonl: one record per line; csv; markdown (default: table)",
      ).choices(formats),
    )
    .addOption(jsonOption());
}

export const jsonOption = (): Option => new Option("--json", "the same as --format json").conflicts("format");

export const formatOf = ({ format, json }: FormatOptions): Format => (json ? "json" : (format ?? "table"));
