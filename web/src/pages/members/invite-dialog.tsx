import { useState } from "react";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { asRole, roleChoices } from "./roles.ts";

export function InviteDialog({ onClose }: { onClose(): void }) {
  const invite = useChange("inviteMember", { changes: ["listMembers"] });
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("member");
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
          invite.mutate({ email, role: asRole(role) });
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
        <Choice
          label="Role"
          choices={roleChoices}
          value={role}
          onChange={(event) => setRole(event.target.value)}
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
