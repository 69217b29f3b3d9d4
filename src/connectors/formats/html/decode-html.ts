/** From bytes to HTML. */
import { decodeText } from "../decode.ts";

/** Where an encoding must be declared, in bytes; the standard says 1,024. */
const PROLOGUE = 4_096;
const declared =
  /<meta\s[^>]{0,200}?charset\s{0,10}=\s{0,10}["']?\s{0,10}([\w.:-]{2,40})|^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})/i;

/** As `decodeText`; where the transport states nothing, or UTF-8 wrongly, the page's own declaration decides. */
export function decodeHtml({ bytes, charset }: { bytes: Uint8Array; charset?: string }): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PROLOGUE));
  const found = declared.exec(start.toString("latin1"));
  const own = found?.[1] ?? found?.[2];
  // A declaration that can be read as ASCII is not in UTF-16.
  const usable = own !== undefined && !/^utf-?16/i.test(own) ? own : undefined;
  const stated = charset !== undefined && !/^utf-?8$/i.test(charset) ? charset : (usable ?? charset);
  return decodeText(bytes, stated);
}
