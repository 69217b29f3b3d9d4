/** A language model behind any endpoint compatible with OpenAI's `POST /v1/chat/completions`. */
import { z } from "zod";
import { RequestFailure } from "../../embed/http/failure.ts";
import { type JsonEndpoint, postJson } from "../../embed/http/post-json.ts";
import { withRetries } from "../../embed/http/retry.ts";
import { createHttpClient, type HttpClient } from "../../net/http-client.ts";
import { type LanguageModel, LanguageModelError, type Prompt } from "./language-model.ts";

export interface HttpLanguageModelOptions {
  /** Full address of the endpoint, `…/chat/completions`. */
  url: string;
  model: string;
  /** Bearer key; never in a message. */
  key: string | null;
  /** Hosts that may have private addresses, in addition to a private one in `url`. */
  allowPrivateHosts?: readonly string[];
  onFailure?: (message: string) => void;
  /** Timeouts in milliseconds and attempts; overrides the defaults. */
  pace?: Partial<typeof defaultPace>;
}

const defaultPace = { timeoutMs: 60_000, attempts: 4, firstDelayMs: 1_000, longestDelayMs: 30_000 };

/** A label and four sentences are a few hundred bytes. */
const maxBytes = 200_000;
/** After this many consecutive requests without a response, each with all its attempts, the endpoint counts as down. */
const failuresMeaningDown = 2;

const advice: JsonEndpoint["advice"] = {
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
  const http = createHttpClient({ allowPrivateHosts: options.allowPrivateHosts });
  let inARow = 0;
  return {
    version: `http:${options.model}`,
    onFailure: options.onFailure,
    async complete(prompt, signal) {
      try {
        const answer = await withRetries({ ...pace, signal }, () =>
          ask(http, options, { prompt, timeoutMs: pace.timeoutMs, signal }),
        );
        inARow = 0;
        return answer;
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        // A server that answers with something unusable is not down.
        inARow = error.kind === "unavailable" ? inARow + 1 : 0;
        const down = error.kind === "closed" || inARow >= failuresMeaningDown;
        throw new LanguageModelError(sentence(options.url, error.message), { down });
      }
    },
  };
}

async function ask(
  http: HttpClient,
  { url, model, key }: HttpLanguageModelOptions,
  {
    prompt,
    ...limits
  }: {
    prompt: Prompt;
    timeoutMs: number;
    signal?: AbortSignal;
  },
): Promise<string> {
  const endpoint = { url, key, advice, maxBytes };
  const messages = [
    { role: "system", content: prompt.system },
    { role: "user", content: prompt.user },
  ];
  return contentOf(await postJson({ http, endpoint }, { model, temperature: 0, messages }, limits));
}

function contentOf(body: unknown): string {
  const response = responseSchema.safeParse(body);
  if (!response.success)
    throw new RequestFailure(
      "unusable",
      "the response is not of the shape {choices: [{message: {content}}]}",
    );
  return response.data.choices[0]!.message.content;
}

/** Names the endpoint without its query string, which may hold a key. */
function sentence(url: string, reason: string): string {
  const { origin, pathname } = new URL(url);
  return `The language model at ${origin}${pathname} failed: ${reason}`;
}
