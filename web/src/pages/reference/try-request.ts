/** Sends a request that a reader tries out. */

export interface TriedRequest {
  method: "GET" | "POST";
  /** Below the base of the API. */
  target: string;
  body: string | null;
  /** Null: with the session of the page. */
  token: string | null;
}

export interface TriedResponse {
  status: number;
  milliseconds: number;
  headers: [name: string, value: string][];
  /** JSON is indented. */
  text: string;
  /** Whether there was more. */
  isCut: boolean;
}

const shownHeaders = ["content-type", "ratelimit", "ratelimit-policy", "retry-after", "etag", "x-request-id"];
/** More would make the page slow. Characters. */
const longestShown = 200_000;

export async function tryRequest({ method, target, body, token }: TriedRequest): Promise<TriedResponse> {
  const started = performance.now();
  const response = await fetch(`${token === null ? "/console" : ""}/api/v1${target}`, {
    method,
    headers: {
      ...(token === null ? { "X-Console-Request": "1" } : { Authorization: `Bearer ${token}` }),
      ...(body !== null && { "Content-Type": "application/json" }),
    },
    body: body ?? undefined,
    credentials: token === null ? "same-origin" : "omit",
    cache: "no-store",
  });
  const text = indented(await response.text());
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
    headers: shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    }),
    text: text.slice(0, longestShown),
    isCut: text.length > longestShown,
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
