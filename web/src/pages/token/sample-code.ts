/** A first request in several languages. The samples run unchanged once the token is set. */
export const samplePath = "/api/v1/search/projects";
export const sampleBody = { query: "invoices for freelancers", limit: 3 };

interface SampleOptions {
  /** Origin of the service. */
  origin: string;
  /** Null: read from the environment, since it cannot be shown again. */
  token: string | null;
}

const variable = "PRIORART_TOKEN";

export function curlSample({ origin, token }: SampleOptions): string {
  return [
    ...(token === null ? [`export ${variable}='pa_…'   # your token`, ""] : []),
    `curl -s ${origin}${samplePath} \\`,
    `  -H "Authorization: Bearer ${token ?? `$${variable}`}" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(sampleBody)}'`,
  ].join("\n");
}

export function javascriptSample({ origin, token }: SampleOptions): string {
  const value = token === null ? `process.env.${variable}` : JSON.stringify(token);
  return `const token = ${value};

const response = await fetch("${origin}${samplePath}", {
  method: "POST",
  headers: { Authorization: \`Bearer \${token}\`, "Content-Type": "application/json" },
  body: JSON.stringify(${JSON.stringify(sampleBody)}),
});
if (!response.ok) throw new Error((await response.json()).error);
for (const { name, oneLiner } of (await response.json()).results) console.log(name, "–", oneLiner);
`;
}

export function pythonSample({ origin, token }: SampleOptions): string {
  const value = token === null ? `os.environ["${variable}"]` : JSON.stringify(token);
  return `import json
${token === null ? "import os\n" : ""}from urllib.request import Request, urlopen

token = ${value}

request = Request(
    "${origin}${samplePath}",
    data=json.dumps(${JSON.stringify(sampleBody)}).encode(),
    headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
)
with urlopen(request) as response:
    for project in json.load(response)["results"]:
        print(project["name"], "–", project["oneLiner"])
`;
}

/** A command that adds the service to Claude Code. */
export function claudeCodeSample({ origin, token }: SampleOptions): string {
  return [
    ...(token === null ? [`export ${variable}='pa_…'   # your token`, ""] : []),
    `claude mcp add --transport http prior-art ${origin}/mcp \\`,
    `  --header "Authorization: Bearer ${token ?? `$${variable}`}"`,
    "",
  ].join("\n");
}

/** An entry for hosts that keep a file of MCP servers. */
export function mcpServersSample({ origin, token }: SampleOptions): string {
  const headers = { Authorization: `Bearer ${token ?? `\${${variable}}`}` };
  const servers = { "prior-art": { type: "http", url: `${origin}/mcp`, headers } };
  return `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;
}
