/** Positions of texts that are sent in one request. */
export type Batch = number[];

/**
 * Splits the texts into batches in order, none above `batchTexts` texts or `batchCharacters` characters unless a
 * single text is longer. Blank texts are in none: endpoints refuse them, and they have no content.
 */
export function cutBatches(
  texts: readonly string[],
  limits: { batchTexts: number; batchCharacters: number },
): Batch[] {
  const batches: Batch[] = [];
  let batch: Batch = [];
  let characters = 0;
  for (const [position, text] of texts.entries()) {
    if (text.trim() === "") continue;
    const full = batch.length >= limits.batchTexts || characters + text.length > limits.batchCharacters;
    if (full && batch.length > 0) {
      batches.push(batch);
      batch = [];
      characters = 0;
    }
    batch.push(position);
    characters += text.length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

export function halves(batch: Batch): [Batch, Batch] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}
