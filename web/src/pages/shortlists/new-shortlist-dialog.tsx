import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";

export function NewShortlistDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [notes, setNotes] = useState("");
  const create = useChange("createShortlist", {
    changes: ["listShortlists"],
    onDone: ({ id }) => navigate({ to: "/shortlists/$id", params: { id } }),
  });
  return (
    <Dialog title="New list" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name, notes });
        }}
      >
        <Problem error={create.error} />
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
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={create.isPending}>
            Create the list
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
