/** For tests: PDF files, written by hand. */

export interface PdfText {
  text: string;
  /** Points; default 10. */
  size?: number;
  x?: number;
  y?: number;
}

export interface PdfOptions {
  /** Entries of the information dictionary, such as `/Title (A title)`. */
  info?: string;
  /** Entries of the trailer. */
  trailer?: string;
}

/** One page for each list of texts; without `y`, each stands below the one before. */
export function pdfOf(pages: readonly (readonly (PdfText | string)[])[], options: PdfOptions = {}): Buffer {
  return pdfOfStreams(
    pages.map((texts) => ({ entries: "", bytes: Buffer.from(contentOf(texts), "latin1") })),
    options,
  );
}

/** The same from content streams, whose dictionaries get `entries`. */
export function pdfOfStreams(
  streams: readonly { entries: string; bytes: Buffer }[],
  { info = "", trailer = "" }: PdfOptions = {},
): Buffer {
  const kids = streams.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const objects: Buffer[] = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`),
    Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"),
  ];
  for (const [index, { entries, bytes }] of streams.entries()) {
    const resources = "/Resources << /Font << /F1 3 0 R >> >>";
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${5 + index * 2} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
        bytes,
        Buffer.from("\nendstream"),
      ]),
    );
  }
  objects.push(Buffer.from(`<< ${info} >>`, "latin1"));
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const root = `/Root 1 0 R /Info ${objects.length} 0 R ${trailer}`;
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} ${root} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function contentOf(texts: readonly (PdfText | string)[]): string {
  let y = 720;
  return texts
    .map((one) => {
      const { text, size = 10, x = 72, y: at = y } = typeof one === "string" ? { text: one } : one;
      y = at - size * 1.2;
      return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${at} Tm (${text.replace(/[()\\]/g, "\\$&")}) Tj ET`;
    })
    .join("\n");
}
