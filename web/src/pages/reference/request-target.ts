/** Where a request goes: path values and query values filled in. */
import type { OperationEntry } from "./openapi-document.ts";

/** Values that exist nowhere, for visitors who cannot ask for real ones. */
export const exampleValues: Record<string, string> = {
  slug: "my-project",
  key: "v1-c1",
  documentId: "0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a11",
  program: "hackathon",
  id: "team-size",
};

/** Below the base of the API. Query fields without a value are left out. */
export function targetOf(
  { path, parameters }: Pick<OperationEntry, "path" | "parameters">,
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters)
    if (place === "query" && values[name]) query.set(name, values[name]);
  return query.size === 0 ? filled : `${filled}?${query}`;
}
