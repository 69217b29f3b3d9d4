import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";

export function RevokeDialog({ onClose, onRevoked }: { onClose(): void; onRevoked(): void }) {
  const toast = useToast();
  const revoke = useChange("revokeToken", {
    changes: ["getToken"],
    onDone: ({ revoked }) => {
      toast(revoked ? "The token is revoked" : "There was no active token");
      onRevoked();
    },
  });
  return (
    <Dialog title="Revoke the token?" onClose={onClose}>
      <Problem error={revoke.error} />
      <p>Tools that use it stop working immediately. You can generate a new one at any time.</p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate({})}>
          Revoke
        </Button>
      </DialogActions>
    </Dialog>
  );
}
