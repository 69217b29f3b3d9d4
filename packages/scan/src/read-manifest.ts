import type { Manifest, ManifestReader } from "./manifests/manifest.ts";
import { manifestReaders } from "./manifests/manifest-readers.ts";
import { ParseFault } from "./parse/fault.ts";
import { emptyReading, type Reading } from "./signal.ts";

/** Signals read from one manifest; more than hand-written manifests have. */
const MAX_SIGNALS = 20_000;

export function manifestReaderOf(name: string, folder: string): ManifestReader | undefined {
  return manifestReaders.find((reader) => reader.reads(name, folder));
}

/**
 * The signals of a manifest. An invalid file yields the signals read before the fault, if any, and the fault. It never
 * throws.
 */
export function readManifest(
  reader: ManifestReader,
  manifest: Manifest,
): { reading: Reading; fault: ParseFault | null } {
  const reading = emptyReading();
  let fault: ParseFault | null = null;
  try {
    reader.read(manifest, reading);
  } catch (error) {
    fault = error instanceof ParseFault ? error : new ParseFault("not readable");
  }
  if (reading.signals.length > MAX_SIGNALS) {
    reading.signals.length = MAX_SIGNALS;
    fault ??= new ParseFault(`more than ${MAX_SIGNALS} names: the rest was not read`);
  }
  return { reading, fault };
}
