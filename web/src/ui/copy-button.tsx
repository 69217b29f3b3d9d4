import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonKind } from "./button.tsx";

/** Throws when the browser denies access to the clipboard. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Without https, this is the only clipboard API.
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  (document.querySelector("[role=dialog]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("the browser refused");
}

interface CopyButtonProps {
  text: string;
  label?: string;
  kind?: ButtonKind;
}

export function CopyButton({ text, label = "Copy", kind = "secondary" }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const press = () =>
    copy(text).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  const Sign = outcome === "copied" ? Check : Copy;
  return (
    <Button kind={kind} onClick={press}>
      <Sign className="size-4 shrink-0" aria-hidden="true" />
      <span aria-live="polite">
        {outcome === "copied" ? "Copied" : outcome === "refused" ? "Select and copy it" : label}
      </span>
    </Button>
  );
}
