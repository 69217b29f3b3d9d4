/** A request of the API as a command or program. The token is read from the environment. */

export interface SampleRequest {
  method: "GET" | "POST";
  /** With values filled in, and the query string. */
  url: string;
  /** JSON text; null: none. */
  body: string | null;
}

const variable = "PRIORART_TOKEN";
/** For a shell: nothing within single quotes has a meaning, and a quote ends them. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function curlCode({ url, body }: SampleRequest): string {
  return [
    `curl -s ${shellQuoted(url)}`,
    `-H "Authorization: Bearer $${variable}"`,
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`]),
  ].join(" \\\n  ");
}

export function javascriptCode({ method, url, body }: SampleRequest): string {
  const headers = [
    `Authorization: \`Bearer \${process.env.${variable}}\``,
    ...(body === null ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    `headers: { ${headers.join(", ")} },`,
    ...(body === null ? [] : [`body: JSON.stringify(${body}),`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {
${options.map((line) => `  ${line}`).join("\n")}
});
if (!response.ok) throw new Error((await response.json()).error);
console.log(await response.json());`;
}

/** A JSON text is a Python string literal once it is quoted as JSON: only `true`, `false` and `null` differ outside strings. */
export function pythonCode({ url, body }: SampleRequest): string {
  const headers = [
    `"Authorization": f"Bearer {os.environ['${variable}']}"`,
    ...(body === null ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    JSON.stringify(url),
    ...(body === null ? [] : [`data=${JSON.stringify(body)}.encode()`]),
    `headers={${headers.join(", ")}}`,
  ];
  return `import json, os
from urllib.request import Request, urlopen

request = Request(
${options.map((line) => `    ${line},`).join("\n")}
)
with urlopen(request) as response:
    print(json.load(response))`;
}
