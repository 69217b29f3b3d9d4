/** PDF files of this machine, or at addresses. */
import type { Connector } from "../connector.ts";
import { type FileType, openFiles } from "../files/files-connector.ts";
import { formatOfName } from "../formats/format.ts";

const type: FileType = {
  ofName: (name) => (formatOfName(name) === "pdf" ? "pdf" : null),
  // Servers state nothing exact for many files; the parser refuses what is no PDF.
  ofMediaType: (mediaType) =>
    /^(?:application\/(?:pdf|octet-stream|x-pdf)|)$/.test(mediaType) ? "pdf" : null,
};

export const pdfConnector: Connector<"pdf"> = { open: (record, context) => openFiles(record, type, context) };
