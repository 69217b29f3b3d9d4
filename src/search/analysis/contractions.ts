/** Words that lost their apostrophe: titles have it, and `don't` is a stop word. */
const contractions = /\b(do|does|did|is|are|was|were|has|have|had|would|should|could|ca|wo)nt\b/giu;
const short = /\b(what|that|where|there|who|here)s\b/giu;

/** `do things that dont scale` → `do things that don't scale`. */
export function withApostrophes(text: string): string {
  return text.replace(contractions, "$1n't").replace(short, "$1's");
}
