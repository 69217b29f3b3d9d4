/** For tests: a fitted model over a handful of texts, and the demo's archive as texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { WordCounts } from "../../search/analysis/word-counts.ts";
import { GrowableUint32 } from "../../search/growable-uint32.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { type FittedEmbedder, fitEmbedder } from "./fit.ts";
import { FittedModel } from "./fitted-model.ts";
import type { TokenCorpus } from "./token-corpus.ts";

/** Of an archive, or with `projects` of so many of them. */
export function corpusOf(texts: readonly string[], projects = 0): TokenCorpus {
  const interner = new TermInterner();
  const tokens = new GrowableUint32();
  const ends = new GrowableUint32();
  const words = new WordCounts();
  for (const text of texts) {
    words.add(text);
    interner.intern(text, tokens);
    ends.push(tokens.length);
  }
  return {
    terms: interner.terms,
    forms: interner.forms,
    words: words.counts(),
    tokens: tokens.view().slice(),
    ends: ends.view().slice(),
    projects,
  };
}

export function modelOf(fitted: FittedEmbedder): FittedModel {
  const arena = new Arena(1 << 16);
  const { arrays } = fitted;
  return new FittedModel(arena, arrays, {
    latent: arena.place(arrays.latentVectors),
    word: arena.place(arrays.wordVectors),
    scratch: arena.allocate(FittedModel.scratchBytes),
  });
}

export function fitTexts(texts: readonly string[]): { fitted: FittedEmbedder; model: FittedModel } {
  const fitted = fitEmbedder(corpusOf(texts));
  return { fitted, model: modelOf(fitted) };
}

const archive = fileURLToPath(new URL("../../../demo/archive/", import.meta.url));

/** Paragraphs of the demo's documents, long enough to be about something, with the file each is of. */
export function demoParagraphs(): { document: string; text: string }[] {
  return readdirSync(archive, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .flatMap((document) =>
      readFileSync(join(archive, document), "utf8")
        .replace(/^---\n[\s\S]*?\n---\n/, "")
        .split(/\n\s*\n/)
        .filter((text) => text.length > 200)
        .map((text) => ({ document, text })),
    );
}
