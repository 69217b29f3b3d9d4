import { Upload } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatBytes } from "../../operate/bytes.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";

interface DropZoneProps {
  maxBytes: number;
  /** What is wrong with the last file. */
  problem: ReactNode;
  onFile(file: File): void;
}

/** A file is dropped anywhere on the page, or chosen. */
export function DropZone({ maxBytes, problem, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDrop(onFile);
  return (
    <section
      aria-label="Import a file"
      className={classes(
        "rounded-xl border-2 border-dashed px-6 py-10 text-center max-sm:px-4 max-sm:py-8",
        isOver ? "border-accent bg-accent-soft" : "border-edge",
      )}
    >
      <Upload className="mx-auto size-7 text-muted" aria-hidden="true" />
      <p className="mt-3 font-semibold">{isOver ? "Drop the file to upload it" : "Drop a file here"}</p>
      <p className="mx-auto mt-1 max-w-md text-sm text-pretty text-muted">
        JSON Lines, CSV, YAML, JSON or Markdown, also compressed with gzip; at most {formatBytes(maxBytes)}.
        Nothing is imported before you have seen its first records.
      </p>
      <div className="mt-4">
        <Button kind="primary" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File to import"
          className="hidden"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onFile(file);
            target.value = "";
          }}
        />
      </div>
      {problem && <div className="mx-auto mt-4 max-w-xl text-left">{problem}</div>}
    </section>
  );
}

/** Whether something is dragged over the page; without it, the browser would leave the page to show a dropped file. */
function useDrop(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) take.current(file);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}
