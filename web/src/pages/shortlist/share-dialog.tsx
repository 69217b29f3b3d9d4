import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";

interface ShareDialogProps {
  list: ConsoleOutput<"getShortlist">;
  onClose(): void;
}

/** A link with which other members read the list. */
export function ShareDialog({ list: { id, shareId }, onClose }: ShareDialogProps) {
  const share = useChange("shareShortlist", { changes: ["getShortlist", "listShortlists"] });
  return (
    <Dialog title="Share the list" onClose={onClose}>
      <div className="space-y-4">
        <Problem error={share.error} />
        {shareId === null ? (
          <p>
            Members who have the link can read and copy the list with its notes. They cannot change it. You
            can end the sharing at any time.
          </p>
        ) : (
          <>
            <p>Every member of this service who has this link can read and copy the list, with its notes.</p>
            <CopyField
              label="Link to the list"
              value={`${location.origin}/shortlists/${shareId}`}
              copyLabel="Copy link"
            />
          </>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{shareId === null ? "Cancel" : "Done"}</Button>
        {shareId === null ? (
          <Button kind="primary" busy={share.isPending} onClick={() => share.mutate({ id, shared: true })}>
            Create a link
          </Button>
        ) : (
          <Button kind="danger" busy={share.isPending} onClick={() => share.mutate({ id, shared: false })}>
            End the sharing
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
