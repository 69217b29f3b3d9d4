/** Separates what a text says about means ("powered by AI agents", "using Uniswap hooks") from what it says about ends. */

export interface Piece {
  text: string;
  /** Whether it names what the project is made with rather than what it does. */
  means: boolean;
}

/** From such a cue to the end of the clause, a text names means; and so does a word before "-powered". */
const means =
  /\b(?:powered by|using|utili[sz]ing|leveraging|harnessing|built (?:on|with|using)|based on|running on|backed by|driven by|with the help of|thanks to|via|through|by means of)\b[^.,;:!?\n]*|(?<![\p{L}\p{N}+–-])[\p{L}\p{N}+]{1,40}(?:[-–][\p{L}\p{N}+]{1,40}){0,3}[-– ](?:powered|driven|enabled|based|backed|native|assisted)\b/giu;

/** The pieces in order; together they are the text. Time: linear. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { index, 0: found } of text.matchAll(means)) {
    if (index > at) pieces.push({ text: text.slice(at, index), means: false });
    pieces.push({ text: found, means: true });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), means: false });
  return pieces;
}
