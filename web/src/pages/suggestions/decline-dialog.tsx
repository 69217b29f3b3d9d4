import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { Suggestion } from "./suggestion-card.tsx";

export function DeclineDialog({ suggestion, onClose }: { suggestion: Suggestion; onClose(): void }) {
  const toast = useToast();
  const [reason, setReason] = useState("");
  const decline = useChange("declineSuggestion", {
    changes: ["listSuggestions"],
    onDone: () => {
      toast("The suggestion is declined");
      onClose();
    },
  });
  return (
    <FormDialog
      title="Decline the suggestion"
      action="Decline"
      change={decline}
      onSubmit={() => decline.mutate({ id: suggestion.id, reason })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{suggestion.url}</p>
      <TextField
        label="Reason"
        required
        maxLength={500}
        value={reason}
        hint="Stored with the suggestion."
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
