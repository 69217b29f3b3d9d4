/** A uniform grid over the map: finds the point next to the pointer without looking at all of them. */
const cellsPerSide = 64;

export interface Grid {
  /** Number of the nearest point within the given distances along each axis, or -1. */
  nearest(at: { x: number; y: number }, reach: { x: number; y: number }): number;
}

const cellOf = (value: number): number =>
  Math.min(cellsPerSide - 1, Math.max(0, Math.floor(value * cellsPerSide)));

export function gridOf(x: Float32Array, y: Float32Array): Grid {
  // Points sorted by cell: those of cell c are order[start[c]] to order[start[c + 1] - 1].
  const start = new Uint32Array(cellsPerSide * cellsPerSide + 1);
  const cells = Uint16Array.from(x, (value, at) => cellOf(y[at]!) * cellsPerSide + cellOf(value));
  for (const cell of cells) start[cell + 1]!++;
  for (let cell = 0; cell < cellsPerSide * cellsPerSide; cell++) start[cell + 1]! += start[cell]!;
  const next = start.slice();
  const order = new Uint32Array(x.length);
  for (const [at, cell] of cells.entries()) order[next[cell]!++] = at;

  return {
    nearest(at, reach) {
      let best = -1;
      let least = 1;
      for (let row = cellOf(at.y - reach.y); row <= cellOf(at.y + reach.y); row++)
        for (let column = cellOf(at.x - reach.x); column <= cellOf(at.x + reach.x); column++) {
          const cell = row * cellsPerSide + column;
          for (let place = start[cell]!; place < start[cell + 1]!; place++) {
            const point = order[place]!;
            // Both axes are measured in reaches, which are equal on the screen.
            const distance = Math.hypot((x[point]! - at.x) / reach.x, (y[point]! - at.y) / reach.y);
            if (distance <= least && (distance < least || best === -1)) [best, least] = [point, distance];
          }
        }
      return best;
    },
  };
}
