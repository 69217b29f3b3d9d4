import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

export function RenameDialog({ id, name: before, onClose }: { id: string; name: string; onClose(): void }) {
  const [name, setName] = useState(before);
  const rename = useChange("renameSavedSearch", { changes: ["listSavedSearches"], onDone: onClose });
  return (
    <FormDialog
      title="Rename the search"
      action="Rename"
      change={rename}
      onSubmit={() => rename.mutate({ id, name })}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
