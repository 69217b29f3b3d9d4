import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Problem } from "./problem.tsx";

interface FormDialogProps {
  title: ReactNode;
  /** Of the button that sends the form. */
  action: string;
  /** The form cannot be sent as it is. */
  disabled?: boolean;
  change: { error: unknown; isPending: boolean };
  onSubmit(): void;
  onClose(): void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with one form, which stays open with its error when sending it fails. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, disabled, change, onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <Problem error={change.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={disabled} busy={change.isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
