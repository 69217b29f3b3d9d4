/** How applications and what they may use are called on pages. */
import type { ConsoleOutput } from "../../../src/contract/api/console/operations.ts";

type Grant = ConsoleOutput<"listGrants">["grants"][number];

export const audienceLabel: Record<Grant["audience"], string> = {
  mcp: "The tools for assistants (/mcp)",
  api: "The API (/api/v1)",
  any: "The API and the tools for assistants",
};

export function redirectLabel({ kind, name }: Grant["redirect"]): string {
  if (kind === "local") return `A program on this computer (${name})`;
  return kind === "app" ? `The app that opens ${name}: links` : name;
}

export const clientLabel = ({ clientName }: Pick<Grant, "clientName">): string =>
  clientName || "An application without a name";
