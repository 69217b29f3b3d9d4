import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { MemberEntry } from "./members-table.tsx";

interface RemoveMemberProps {
  entry: MemberEntry;
  onClose(): void;
  onRemoved(): void;
}

export function RemoveMember({ entry, onClose, onRemoved }: RemoveMemberProps) {
  const toast = useToast();
  const remove = useChange("removeMember", {
    changes: ["listMembers"],
    onDone: () => {
      toast("The member is removed");
      onRemoved();
    },
  });
  return (
    <Dialog title={`Remove ${entry.email}?`} onClose={onClose}>
      <Problem error={remove.error} />
      <p>
        Their token stops working immediately, and they are signed out everywhere. Records that were imported
        for them stay.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: entry.id })}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
