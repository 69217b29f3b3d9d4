/** Names of clusters as pixels, drawn once per colour and pixel ratio: the map copies them in each frame. */
import { type Stamp, type StampPixel, stampOfPixels } from "./raster.ts";

const known = new Map<string, Stamp>();

export const labelFont =
  "600 12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";
/** Around the letters, in CSS pixels. */
const outline = 4;

interface LabelLook {
  /** Width of the text, in CSS pixels. */
  width: number;
  pixelRatio: number;
  text: string;
  surface: string;
}

/** The name with an outline in the colour of the map. */
export function labelStamp(name: string, look: LabelLook): Stamp {
  const key = `${name} ${look.pixelRatio} ${look.text} ${look.surface}`;
  const stamp = known.get(key) ?? drawn(name, look);
  known.set(key, stamp);
  return stamp;
}

function drawn(name: string, { width, pixelRatio, text, surface }: LabelLook): Stamp {
  const halfWidth = Math.ceil((width / 2 + outline) * pixelRatio);
  const halfHeight = Math.ceil((8 + outline) * pixelRatio);
  const canvas = document.createElement("canvas");
  canvas.width = 2 * halfWidth;
  canvas.height = 2 * halfHeight;
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.translate(halfWidth, halfHeight);
  context.scale(pixelRatio, pixelRatio);
  context.font = labelFont;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = outline;
  context.strokeStyle = surface;
  context.strokeText(name, 0, 0);
  context.fillStyle = text;
  context.fillText(name, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer);
  const seen: StampPixel[] = [];
  for (const [at, pixel] of pixels.entries())
    if (pixel >>> 24 > 0)
      seen.push({
        dx: (at % canvas.width) - halfWidth,
        dy: Math.floor(at / canvas.width) - halfHeight,
        colour: (pixel | 0xff000000) >>> 0,
        cover: Math.round(((pixel >>> 24) / 255) * 256),
      });
  return stampOfPixels(seen);
}
