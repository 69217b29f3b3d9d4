import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Field, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

export function NewShortlistDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [notes, setNotes] = useState("");
  const create = useChange("createShortlist", {
    changes: ["listShortlists"],
    onDone: ({ id }) => navigate({ to: "/shortlists/$id", params: { id } }),
  });
  return (
    <FormDialog
      title="New list"
      action="Create the list"
      change={create}
      onSubmit={() => create.mutate({ name, notes })}
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
        hint="What the list is for."
        maxLength={2000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
    </FormDialog>
  );
}
