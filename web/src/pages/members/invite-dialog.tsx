import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
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
    <FormDialog
      title="Invite a member"
      action="Create the link"
      change={invite}
      onSubmit={() => invite.mutate({ email, role })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
