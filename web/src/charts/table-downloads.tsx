import { csvOf, jsonLinesOf } from "./csv.ts";
import { fileName, saveFile, textFile } from "./download.ts";
import { DownloadMenu } from "./download-menu.tsx";
import type { ChartTable } from "./table.ts";

interface TableDownloadsProps {
  /** What is downloaded: `the clusters`. */
  label: string;
  /** Words of the file's name, without its ending. */
  file: string;
  /** Made when a format is chosen. */
  table(): ChartTable;
}

/** A list that the page holds, as CSV or JSON Lines. */
export function TableDownloads({ label, file, table }: TableDownloadsProps) {
  return (
    <DownloadMenu
      label={label}
      choices={[
        { name: "CSV", save: () => saveFile(fileName(file, "csv"), textFile(csvOf(table()), "text/csv")) },
        {
          name: "JSON Lines",
          save: () =>
            saveFile(fileName(file, "jsonl"), textFile(jsonLinesOf(table()), "application/x-ndjson")),
        },
      ]}
    />
  );
}
