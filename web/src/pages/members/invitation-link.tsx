import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { formatDay } from "../../ui/days.ts";
import { DialogActions } from "../../ui/dialog.tsx";

export function InvitationLink({
  invitation,
  onClose,
}: {
  invitation: ConsoleOutput<"inviteMember">;
  onClose(): void;
}) {
  const { email, role, link, expiresAt } = invitation;
  return (
    <>
      <p className="mb-3">
        With it, <strong>{email}</strong> chooses a password
        {role === "admin" && " and becomes an administrator"}. It works once, until {formatDay(expiresAt)},
        and is not shown again. Send it to no one else.
      </p>
      <CopyField label="Invitation link" value={link} copyLabel="Copy link" />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </>
  );
}
