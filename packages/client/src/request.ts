/** From a route and the fields of a call to a request. */

export interface Route {
  method: "GET" | "POST";
  /** With `:name` for a field that is one whole segment. */
  path: string;
  /** The response is text, not JSON. */
  text?: true;
  /** Must not be sent again when it is unknown whether it arrived. */
  once?: true;
}

export interface RequestParts {
  /** With the query. */
  path: string;
  body: string | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields in the path are left out of the rest; GET sends the rest as a query, without undefined fields, and POST as
 * JSON. Throws TypeError for a field that cannot be a segment of a path.
 */
export function requestParts({ method, path }: Route, fields: Fields): RequestParts {
  const rest = { ...fields };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = segment(name, rest[name]);
    delete rest[name];
    return value;
  });
  if (method === "POST") return { path: filled, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
  const search = query.toString();
  return { path: search === "" ? filled : `${filled}?${search}`, body: undefined };
}

function segment(name: string, value: unknown): string {
  const text = String(value ?? "");
  // URLs resolve the segments "." and "..", encoded or not.
  if (text === "" || text === "." || text === "..")
    throw new TypeError(`${name}: must be the name of a record, got ${JSON.stringify(value)}`);
  return encodeURIComponent(text);
}
