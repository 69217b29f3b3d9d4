import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type Reading, ReadingChoice, useReading } from "./reading-choice.tsx";
import { SourcePreview } from "./source-preview.tsx";
import type { Suggestion } from "./suggestion-card.tsx";

export function ApproveDialog({ suggestion, onClose }: { suggestion: Suggestion; onClose(): void }) {
  const { id, url, proposed } = suggestion;
  const toast = useToast();
  const [key, setKey] = useState(proposed.key);
  const [label, setLabel] = useState(proposed.label);
  const [excerpt, setExcerpt] = useState(false);
  const [licenceNote, setLicenceNote] = useState("");
  const [reading, setReading] = useState<Reading>({ refresh: "daily" });
  const found = useReading(url, reading);
  const { connector } = found;
  const approve = useChange("approveSuggestion", {
    changes: ["listSuggestions"],
    onDone: ({ source }) => {
      toast(`${source.label} is declared`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Approve the source"
      action="Approve"
      change={approve}
      onSubmit={() =>
        approve.mutate({
          id,
          key,
          label,
          ...(excerpt && { access: "excerpt" as const }),
          ...(licenceNote.trim() !== "" && { licenceNote }),
          ...(connector && { connector, refresh: reading.refresh }),
        })
      }
      onClose={onClose}
    >
      <p className="text-sm text-muted">{url} is declared as a source of the archive.</p>
      <Field
        label="Key"
        required
        value={key}
        className="font-mono"
        hint="Lower-case letters, digits and hyphens; documents name their source by this key."
        onChange={(event) => setKey(event.target.value)}
      />
      <Field label="Label" required value={label} onChange={(event) => setLabel(event.target.value)} />
      <ReadingChoice found={found} reading={reading} onChange={setReading} />
      {connector && <SourcePreview connector={connector} />}
      <Checkbox
        label="Excerpts only"
        hint="Of each document, at most 1,000 characters can be read."
        checked={excerpt}
        onChange={(event) => setExcerpt(event.target.checked)}
      />
      <Field
        label="License note"
        value={licenceNote}
        hint="Optional; shown with excerpts."
        onChange={(event) => setLicenceNote(event.target.value)}
      />
    </FormDialog>
  );
}
