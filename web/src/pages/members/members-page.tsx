import { useState } from "react";
import { useAnswer } from "../../api/use-operation.ts";
import { useQueryValue } from "../../router/use-query-value.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { ManageDialog } from "./manage-dialog.tsx";
import { MembersTable } from "./members-table.tsx";

const limit = 50;

export function MembersPage() {
  const [q, setQ] = useQueryValue("q");
  const [offset, setOffset] = useState(0);
  const answer = useAnswer("listMembers", { q: q === "" ? undefined : q, offset, limit });
  const [inviting, setInviting] = useState(false);
  const [managed, setManaged] = useState<string | null>(null);
  const member = answer.data?.members.find(({ id }) => id === managed);
  return (
    <Page
      title="Members"
      lead="Who may sign in here, and the day on which their token was last used."
      action={
        <Button kind="primary" onClick={() => setInviting(true)}>
          Invite a member
        </Button>
      }
    >
      <SearchBox
        label="Find by e-mail"
        value={q}
        maxLength={254}
        onChange={(value) => {
          setOffset(0);
          setQ(value);
        }}
      />
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={8} />}
      {answer.data && answer.data.members.length === 0 && (
        <EmptyState title={q === "" ? "No members yet" : "No member with this address"}>
          {q === "" ? "Invite the first member." : "Search for part of the e-mail address, or invite them."}
        </EmptyState>
      )}
      {answer.data && answer.data.members.length > 0 && (
        <>
          <MembersTable members={answer.data.members} onManage={setManaged} />
          <Pager offset={offset} limit={limit} total={answer.data.total} onMove={setOffset} />
        </>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {member && <ManageDialog key={member.id} entry={member} onClose={() => setManaged(null)} />}
    </Page>
  );
}
