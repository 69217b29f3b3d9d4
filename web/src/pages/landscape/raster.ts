/**
 * Dots as pixels in a buffer: copying thousands of small images costs ten times as much. Colours are 0xAABBGGRR, as a
 * little-endian view of an ImageData holds them.
 */

/** A small picture, pixel by pixel, around its middle; those that hide what is below come first. */
export interface Stamp {
  dx: Int16Array;
  dy: Int16Array;
  /** Opaque colour of the pixel. */
  colour: Uint32Array;
  /** 0 to 256: how much of it covers what is below. */
  cover: Uint16Array;
  /** Number of pixels with a cover of 256. */
  solid: number;
  /** From the middle to the farthest pixel. */
  half: number;
  /** Distances from the middle in a buffer of one width, kept from use to use. */
  offsets: Int32Array;
  offsetsFor: number;
}

export interface StampPixel {
  dx: number;
  dy: number;
  colour: number;
  cover: number;
}

export function stampOfPixels(pixels: readonly StampPixel[]): Stamp {
  const solid = pixels.filter(({ cover }) => cover === 256);
  const order = [...solid, ...pixels.filter(({ cover }) => cover < 256)];
  return {
    dx: Int16Array.from(order, ({ dx }) => dx),
    dy: Int16Array.from(order, ({ dy }) => dy),
    colour: Uint32Array.from(order, ({ colour }) => colour),
    cover: Uint16Array.from(order, ({ cover }) => cover),
    solid: solid.length,
    half: Math.max(0, ...order.map(({ dx, dy }) => Math.max(Math.abs(dx), Math.abs(dy)))),
    offsets: new Int32Array(order.length),
    offsetsFor: -1,
  };
}

const between = (value: number): number => Math.min(1, Math.max(0, value));

/** `a` over `b`, with the share of `a` from 0 to 256. */
export function blend(a: number, b: number, share: number): number {
  const rest = 256 - share;
  const redBlue = (((a & 0xff00ff) * share + (b & 0xff00ff) * rest) >>> 8) & 0xff00ff;
  const green = (((a & 0x00ff00) * share + (b & 0x00ff00) * rest) >>> 8) & 0x00ff00;
  return (0xff000000 | redBlue | green) >>> 0;
}

/** A disc with a thin ring in another colour, smooth at the edges; sizes in pixels. */
export function discStamp(colour: number, ring: number, radius: number): Stamp {
  const outer = radius + Math.max(0.5, radius / 5);
  const half = Math.ceil(outer);
  const pixels: StampPixel[] = [];
  for (let dy = -half; dy <= half; dy++)
    for (let dx = -half; dx <= half; dx++) {
      const distance = Math.hypot(dx, dy);
      const cover = Math.round(between(outer + 0.5 - distance) * 256);
      const inner = Math.round(between(radius + 0.5 - distance) * 256);
      if (cover > 0) pixels.push({ dx, dy, colour: blend(colour, ring, inner), cover });
    }
  return stampOfPixels(pixels);
}

export interface Pixels {
  width: number;
  height: number;
  data: Uint32Array;
}

/** Draws a stamp with its middle at a pixel; what is outside is cut off. */
export function press(pixels: Pixels, stamp: Stamp, at: { x: number; y: number }): void {
  const { width, height, data } = pixels;
  const { x, y } = at;
  const { half } = stamp;
  if (x < half || y < half || x >= width - half || y >= height - half) {
    pressAtEdge(pixels, stamp, at);
    return;
  }
  if (stamp.offsetsFor !== width) {
    stamp.offsetsFor = width;
    for (let pixel = 0; pixel < stamp.dx.length; pixel++)
      stamp.offsets[pixel] = stamp.dy[pixel]! * width + stamp.dx[pixel]!;
  }
  const { offsets, colour, cover, solid } = stamp;
  const middle = y * width + x;
  for (let pixel = 0; pixel < solid; pixel++) data[middle + offsets[pixel]!] = colour[pixel]!;
  for (let pixel = solid; pixel < offsets.length; pixel++) {
    const place = middle + offsets[pixel]!;
    data[place] = blend(colour[pixel]!, data[place]!, cover[pixel]!);
  }
}

function pressAtEdge(
  { width, height, data }: Pixels,
  { dx, dy, colour, cover, half }: Stamp,
  { x, y }: { x: number; y: number },
): void {
  if (x < -half || y < -half || x >= width + half || y >= height + half) return;
  for (let pixel = 0; pixel < dx.length; pixel++) {
    const [px, py] = [x + dx[pixel]!, y + dy[pixel]!];
    if (px < 0 || px >= width || py < 0 || py >= height) continue;
    const place = py * width + px;
    data[place] = blend(colour[pixel]!, data[place]!, cover[pixel]!);
  }
}
