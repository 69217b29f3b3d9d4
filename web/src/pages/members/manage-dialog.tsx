import { useState } from "react";
import { useMember } from "../../api/session.ts";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { countOf } from "../../ui/days.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Select } from "../../ui/select.tsx";
import { useToast } from "../../ui/toast.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import type { MemberEntry } from "./members-table.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { roleChoices } from "./roles.ts";

export function ManageDialog({ entry, onClose }: { entry: MemberEntry; onClose(): void }) {
  const { id, email, role } = entry;
  const { member } = useMember();
  const toast = useToast();
  const changes = ["listMembers", ...(member.id === id ? ["getSession" as const] : [])] as const;
  const invite = useChange("inviteMember", { changes });
  const changeRole = useChange("changeRole", { changes, onDone: () => toast("The role is changed") });
  const endSessions = useChange("endMemberSessions", {
    changes,
    onDone: ({ ended }) => toast(ended === 0 ? "They had no sessions" : `${countOf(ended, "session")} ended`),
  });
  const [removing, setRemoving] = useState(false);
  if (invite.isSuccess) {
    return (
      <Dialog title="Send them this link" onClose={onClose}>
        <InvitationLink invitation={invite.data} onClose={onClose} />
      </Dialog>
    );
  }
  if (removing) return <RemoveMember entry={entry} onClose={() => setRemoving(false)} onRemoved={onClose} />;
  return (
    <Dialog title={email} onClose={onClose}>
      <div className="space-y-5">
        <Problem error={invite.error ?? changeRole.error ?? endSessions.error} />
        <Select
          label="Role"
          choices={roleChoices}
          value={role}
          disabled={changeRole.isPending}
          onChange={(chosen) => changeRole.mutate({ id, role: chosen })}
        />
        <Step
          what="A new link to choose a password. The current password stays valid until the link is used."
          action={
            <Button busy={invite.isPending} onClick={() => invite.mutate({ email, role })}>
              New invitation
            </Button>
          }
        />
        <Step
          what="Ends every session in every browser. The token stays valid."
          action={
            <Button busy={endSessions.isPending} onClick={() => endSessions.mutate({ id })}>
              Sign out everywhere
            </Button>
          }
        />
        <Step
          what="Deletes the account, its token, sessions and invitations."
          action={
            <Button kind="danger" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          }
        />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function Step({ what, action }: { what: string; action: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{what}</p>
      {action}
    </div>
  );
}
