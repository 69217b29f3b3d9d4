/** A language model behind any endpoint that speaks OpenAI's `POST /v1/chat/completions`. */
import { z } from "zod";
import { failureOfStatus, RequestFailure } from "../../embed/http/failure.ts";
import { withRetries } from "../../embed/http/retry.ts";
import { type LanguageModel, LanguageModelError, type Prompt } from "./language-model.ts";

export interface HttpLanguageModelOptions {
  /** Full address of the endpoint, `…/chat/completions`. */
  url: string;
  model: string;
  /** Bearer key; never in a message. */
  key: string | null;
  onFailure?: (message: string) => void;
  /** Milliseconds and tries; anything here replaces the default. */
  pace?: Partial<typeof defaultPace>;
}

const defaultPace = { timeoutMs: 60_000, attempts: 4, firstDelayMs: 1_000, longestDelayMs: 30_000 };

/** A label and four sentences are a few hundred bytes; beyond this, something else is talking. */
const longestAnswerBytes = 200_000;
/** So many requests in a row without an answer, each with all its tries, mean that the endpoint is down. */
const failuresMeaningDown = 2;

const hints: Record<number, string> = {
  401: "check PRIORART_LLM_KEY",
  403: "check PRIORART_LLM_KEY",
  404: "check PRIORART_LLM_URL and PRIORART_LLM_MODEL",
  405: "check PRIORART_LLM_URL",
};

const responseSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

export function createHttpLanguageModel(options: HttpLanguageModelOptions): LanguageModel {
  const pace = { ...defaultPace, ...options.pace };
  let inARow = 0;
  return {
    version: `http:${options.model}`,
    onFailure: options.onFailure,
    async complete(prompt, signal) {
      try {
        const answer = await withRetries({ ...pace, signal }, () =>
          ask(options, prompt, { timeoutMs: pace.timeoutMs, signal }),
        );
        inARow = 0;
        return answer;
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        if (error.kind === "unavailable") inARow++;
        const down = error.kind === "closed" || inARow >= failuresMeaningDown;
        throw new LanguageModelError(sentence(options.url, error.message), { down });
      }
    },
  };
}

async function ask(
  { url, model, key }: HttpLanguageModelOptions,
  { system, user }: Prompt,
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<string> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
      }),
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw failureOf(response);
    }
    return contentOf(await readCapped(response));
  } catch (error) {
    limits.signal?.throwIfAborted();
    if (error instanceof RequestFailure) throw error;
    throw new RequestFailure(
      "unavailable",
      timeout.aborted ? `no answer within ${limits.timeoutMs} ms` : reasonOf(error),
    );
  }
}

function failureOf({ status, headers }: Response): RequestFailure {
  const hint = hints[status];
  return hint
    ? new RequestFailure("closed", `status ${status}; ${hint}`)
    : failureOfStatus(status, headers.get("retry-after"));
}

async function readCapped(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > longestAnswerBytes)
      throw new RequestFailure("unusable", `the answer is longer than ${longestAnswerBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function contentOf(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new RequestFailure("unusable", "the response is not JSON");
  }
  const response = responseSchema.safeParse(parsed);
  if (!response.success)
    throw new RequestFailure(
      "unusable",
      "the response is not of the shape {choices: [{message: {content}}]}",
    );
  return response.data.choices[0]!.message.content;
}

/** The system's code where there is one: messages may quote what was sent. */
function reasonOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === "string" ? `no connection (${code})` : "no connection";
}

/** Names the endpoint without its query string, which may hold a key. */
function sentence(url: string, reason: string): string {
  const { origin, pathname } = new URL(url);
  return `The language model at ${origin}${pathname} failed: ${reason}`;
}
