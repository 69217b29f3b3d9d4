/** Walking and counting sets of projects. */
import { countBits } from "../../search/bitset.ts";

export { countBits as countProjects };

/** Rows `offset` … `offset + limit` − 1 of a set, newest project first. */
export function pageOfRows(rows: Uint8Array, offset: number, limit: number): number[] {
  const page: number[] = [];
  let skipped = 0;
  for (let i = 0; i < rows.length && page.length < limit; i++) {
    let byte = rows[i]!;
    const inByte = countBits(rows.subarray(i, i + 1));
    if (skipped + inByte <= offset) {
      skipped += inByte;
      continue;
    }
    for (; byte !== 0 && page.length < limit; byte &= byte - 1)
      if (skipped++ >= offset) page.push(i * 8 + 31 - Math.clz32(byte & -byte));
  }
  return page;
}
