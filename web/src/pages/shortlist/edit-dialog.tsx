import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useChange } from "../../api/use-operation.ts";
import { Field, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

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
    <FormDialog
      title="Name and notes"
      action="Save"
      change={update}
      onSubmit={() => update.mutate({ id: list.id, name, notes })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
