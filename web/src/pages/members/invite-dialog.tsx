import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Select } from "../../ui/select.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { type Role, roleChoices } from "./roles.ts";

export function InviteDialog({ onClose }: { onClose(): void }) {
  const invite = useChange("inviteMember", { changes: ["listMembers"] });
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  if (invite.isSuccess) {
    return (
      <Dialog title="Send them this link" onClose={onClose}>
        <InvitationLink invitation={invite.data} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Invite a member" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({ email, role });
        }}
      >
        <Problem error={invite.error} />
        <Field
          label="E-mail"
          type="email"
          required
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Select
          label="Role"
          choices={roleChoices}
          value={role}
          onChange={(chosen) => setRole(chosen)}
          hint="Administrators invite and remove members, and review suggestions and feedback."
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={invite.isPending}>
            Create the link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
