const deepest = 6;

/**
 * Levels for headings of a text below a heading of the page, so that none is left out: called with the author's level of
 * each heading in turn.
 */
export function headingLevels(below: number): (depth: number) => number {
  const above: number[] = [];
  return (depth) => {
    while (above.length > 0 && above.at(-1)! >= depth) above.pop();
    above.push(depth);
    return Math.min(below + above.length, deepest);
  };
}
