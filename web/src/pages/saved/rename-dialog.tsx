import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";

export function RenameDialog({ id, name: before, onClose }: { id: string; name: string; onClose(): void }) {
  const [name, setName] = useState(before);
  const rename = useChange("renameSavedSearch", { changes: ["listSavedSearches"], onDone: onClose });
  return (
    <Dialog title="Rename the search" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ id, name });
        }}
      >
        <Problem error={rename.error} />
        <Field
          label="Name"
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={rename.isPending}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
