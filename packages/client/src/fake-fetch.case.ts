/** A service in memory: answers requests in turn, and keeps what was asked. */

export type Answer = Response | Error | ((request: Request) => Response | Promise<Response>);

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" }, ...init });

export const file = (body: ConstructorParameters<typeof Response>[0]): Response =>
  new Response(body, { headers: { "Content-Type": "text/csv; charset=utf-8" } });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ error: `it is ${code}`, code, retryable: status === 429 || status >= 500 }, { status, headers });

/** The last answer is repeated. */
export function fakeFetch(...answers: Answer[]) {
  const asked: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(request);
    if (answer instanceof Error) throw answer;
    if (typeof answer === "function") return answer(request);
    return answer.clone();
  };
  return { fetch: fetch as typeof globalThis.fetch, asked };
}

/** Never answers; rejects as fetch does when its signal is aborted. */
export const silence = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    const abort = () => reject(request.signal.reason);
    if (request.signal.aborted) abort();
    request.signal.addEventListener("abort", abort);
  });
