import { Download } from "lucide-react";
import { useState } from "react";
import { Menu } from "../ui/menu.tsx";
import { describeProblem } from "../ui/problem.tsx";
import { useToast } from "../ui/toast.tsx";

export type ListFormat = "csv" | "jsonl";

interface DownloadListProps {
  /** What is downloaded: `Download these projects`. */
  label: string;
  /** Makes and saves the file. */
  save(format: ListFormat): Promise<void>;
}

const names = { csv: "CSV", jsonl: "JSON Lines" } as const;

/** A menu of formats for a list of results. */
export function DownloadList({ label, save }: DownloadListProps) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const run = async (format: ListFormat) => {
    setBusy(true);
    try {
      await save(format);
    } catch (error) {
      toast(`Not downloaded: ${describeProblem(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={label}
      kind="quiet"
      entries={(["csv", "jsonl"] as const).map((format) => ({
        name: names[format],
        onChoose: () => void run(format),
      }))}
    >
      <Download className={`size-4 ${isBusy ? "motion-safe:animate-pulse" : ""}`} aria-hidden="true" />
    </Menu>
  );
}
