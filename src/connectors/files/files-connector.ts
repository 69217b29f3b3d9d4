/** Connectors that read files of one type, from this machine or from a list of addresses. */
import type { ConnectorContext, OpenSource } from "../connector.ts";
import type { Format } from "../formats/format.ts";
import { openListedUrls } from "./listed-urls.ts";
import { openLocalFiles } from "./local-files.ts";

interface FilesRecord {
  urls?: readonly string[];
  path?: string;
  include?: readonly string[];
  exclude?: readonly string[];
}

export interface FileType {
  /** The format of a file by its name; null for files of a folder that are not read. */
  ofName(name: string): Format | null;
  /** The format of an address whose name does not show it, by its media type in lower case. */
  ofMediaType(mediaType: string): Format | null;
}

/** The patterns apply to files of a folder. */
export function openFiles(
  record: FilesRecord,
  type: FileType,
  context: ConnectorContext,
): Promise<OpenSource> {
  const { urls, path = "", include, exclude } = record;
  if (urls === undefined)
    return openLocalFiles({ path, include, exclude, formatOf: (name) => type.ofName(name) }, context);
  const formatOf = (name: string, mediaType: string) => type.ofName(name) ?? type.ofMediaType(mediaType);
  return Promise.resolve(openListedUrls({ urls, formatOf }, context));
}
