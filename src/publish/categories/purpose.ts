/** What a description says of the purpose: hackathon stories tell of the building, the team and its plans as well. */

const heading = /^#{1,6}[ \t](.*)$/m;
const ofBuilding =
  /^(how (we|i|it)|challenges|accomplishments|what('s| is)? (we|i|next)|what we|what i|next steps|roadmap|built with|tech(nology|nical)? ?stack|architecture|install|getting started|team|deploy|contract addresses)/i;
const ofPurpose =
  /^(what (it|this|the \w+) (does|is)|solution|(the )?problem|overview|about|summary|core|key)/i;

/**
 * The sections of a Markdown text that say what something is and does, first those whose headings promise it; the
 * sections that tell of its making are left out. A text without headings, or of nothing else, stays as it is.
 */
export function purposeOf(description: string): string {
  const pieces = description.split(heading);
  if (pieces.length === 1) return description;
  const first: string[] = [];
  const rest: string[] = [pieces[0]!];
  for (let i = 1; i < pieces.length; i += 2) {
    const title = pieces[i]!.trim();
    const body = pieces[i + 1]!;
    if (ofPurpose.test(title)) first.push(body);
    else if (!ofBuilding.test(title)) rest.push(`${title}\n${body.trim()}`);
  }
  const kept = [...first, ...rest].map((text) => text.trim()).filter(Boolean);
  return kept.length > 0 ? kept.join("\n\n") : description;
}
