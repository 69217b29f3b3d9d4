import { useNavigate } from "@tanstack/react-router";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { countOf } from "../../ui/days.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";

interface DeleteDialogProps {
  list: ConsoleOutput<"getShortlist">;
  onClose(): void;
}

export function DeleteDialog({ list: { id, name, items }, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useChange("deleteShortlist", {
    onDone: async () => {
      await navigate({ to: "/shortlists" });
      toast("The list is deleted");
    },
    changes: ["listShortlists"],
  });
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <Problem error={remove.error} />
      <p>
        The list with {countOf(items.length, "item")} and all notes is removed; its link leads nowhere. This
        cannot be undone.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
