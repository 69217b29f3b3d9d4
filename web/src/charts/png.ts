const scale = 2;

/** An SVG as a PNG of twice its size in CSS pixels. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  // A data URL: the pages' policy allows images from there, and from no blob.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = svg.width.baseVal.value * scale;
  canvas.height = svg.height.baseVal.value * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The browser made no image."))),
      "image/png",
    ),
  );
}

export const svgText = (svg: SVGSVGElement): string => new XMLSerializer().serializeToString(svg);
