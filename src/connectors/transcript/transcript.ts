/** Captions of recordings: WebVTT, SubRip or JSON. */
import type { ConnectorRecordOf } from "../../contract/records/connector-record.ts";
import type { Connector, ConnectorContext, OpenSource } from "../connector.ts";
import { type FileType, openFiles } from "../files/files-connector.ts";
import { type Format, formatOfName } from "../formats/format.ts";

const captionFormats: readonly (Format | null)[] = ["vtt", "srt"];

const type: FileType = {
  ofName(name) {
    if (/\.json(?:\.gz)?$/i.test(name)) return "captions";
    const format = formatOfName(name);
    return captionFormats.includes(format) ? format : null;
  },
  ofMediaType(mediaType) {
    if (mediaType === "text/vtt") return "vtt";
    if (mediaType === "application/x-subrip" || mediaType === "text/srt") return "srt";
    return /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType) ? "captions" : null;
  },
};

export const transcriptConnector: Connector<"transcript"> = { open };

/** Times become links into `recording`, which is also where a person reads the transcript. */
async function open(record: ConnectorRecordOf<"transcript">, context: ConnectorContext): Promise<OpenSource> {
  const source = await openFiles(record, type, context);
  const { recording } = record;
  if (recording === undefined) return source;
  return {
    ...source,
    async fetch(item, known) {
      const found = await source.fetch(item, known);
      if (found.outcome !== "read") return found;
      const { content } = found;
      return { ...found, content: { ...content, hints: { ...content.hints, url: recording, recording } } };
    },
  };
}
