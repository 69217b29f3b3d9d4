/** Text to the token numbers that a model reads. */
import { Tokenizer } from "@huggingface/tokenizers";
import { ModelError } from "./model-error.ts";
import type { ModelFolder } from "./model-folder.ts";

/** Token numbers of a text, special ones included, at most `maxTokens`. */
export type Tokenize = (text: string) => number[];

/** A longer text is cut before it is tokenized; no text of words has that many characters per token. */
const charactersPerToken = 64;

/** Throws ModelError when `tokenizer.json` is of a kind that the library does not support. */
export function createTokenizer(
  folder: Pick<ModelFolder, "name" | "tokenizer" | "tokenizerConfig" | "maxTokens">,
): Tokenize {
  const { name, tokenizer: json, tokenizerConfig, maxTokens } = folder;
  try {
    const tokenizer = new Tokenizer(json, tokenizerConfig);
    const encode = (text: string, special: boolean) =>
      tokenizer.encode(text, { add_special_tokens: special }).ids;
    const { before, after } = specialTokens(encode);
    const available = Math.max(0, maxTokens - before.length - after.length);
    return (text) => {
      const ids = encode(text.slice(0, available * charactersPerToken), false);
      return [...before, ...ids.slice(0, available), ...after];
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError(
      `tokenizer.json of ${name} is not supported (${reason}); give a model whose tokenizer is WordPiece, BPE or Unigram`,
    );
  }
}

/** Those that the tokenizer puts around every text, such as [CLS] and [SEP]. */
function specialTokens(encode: (text: string, special: boolean) => number[]): {
  before: number[];
  after: number[];
} {
  const bare = encode("a", false);
  const full = encode("a", true);
  const start = full.findIndex((_, at) => bare.every((id, i) => full[at + i] === id));
  if (bare.length === 0 || start < 0) throw new Error("it gives no tokens for a letter");
  return { before: full.slice(0, start), after: full.slice(start + bare.length) };
}
