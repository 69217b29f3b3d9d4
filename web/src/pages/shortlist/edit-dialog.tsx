import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";

interface EditDialogProps {
  list: ConsoleOutput<"getShortlist">;
  onClose(): void;
}

export function EditDialog({ list, onClose }: EditDialogProps) {
  const [name, setName] = useState(list.name);
  const [notes, setNotes] = useState(list.notes);
  const update = useChange("updateShortlist", {
    changes: ["getShortlist", "listShortlists"],
    onDone: onClose,
  });
  return (
    <Dialog title="Name and notes" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate({ id: list.id, name, notes });
        }}
      >
        <Problem error={update.error} />
        <Field
          label="Name"
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Notes"
          maxLength={2000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={update.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
