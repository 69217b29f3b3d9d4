import { type Member, useSignOut } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function SignedInAs({ member }: { member: Member }) {
  const signOut = useSignOut();
  return (
    <div className="space-y-2 border-t border-line px-5 py-4 lg:low:space-y-0.5 lg:low:py-2">
      <p className="truncate text-sm text-muted" title={member.email}>
        {member.email}
      </p>
      <Problem error={signOut.error} />
      <div className="flex items-center justify-between gap-2">
        <Button kind="quiet" className="-ml-3.5" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
        <ThemeSwitch />
      </div>
    </div>
  );
}
