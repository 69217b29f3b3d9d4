import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
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
    <Dialog title="Decline the suggestion" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          decline.mutate({ id: suggestion.id, reason });
        }}
      >
        <p className="text-sm text-muted">{suggestion.url}</p>
        <Problem error={decline.error} />
        <TextField
          label="Reason"
          required
          maxLength={500}
          value={reason}
          hint="Stored with the suggestion."
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={decline.isPending}>
            Decline
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
