/** A folder of this machine, with files of any format that is read by its extension. */
import type { Connector } from "../connector.ts";
import { openLocalFiles } from "../files/local-files.ts";
import { formatOfName } from "../formats/format.ts";

export const folderConnector: Connector<"folder"> = {
  open: (record, context) => openLocalFiles({ ...record, formatOf: formatOfName }, context),
};
