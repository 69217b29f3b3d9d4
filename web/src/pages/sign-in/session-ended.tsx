import type { Session } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SignInMethods } from "./sign-in-methods.tsx";

interface SessionEndedProps {
  session: Session;
  /** The member whose session ended. */
  email: string;
  onLeave(): void;
}

/** Over the page that the member was on, which keeps what was typed. */
export function SessionEnded({ session, email, onLeave }: SessionEndedProps) {
  return (
    <Dialog title="Sign in" opaque>
      <div className="space-y-4">
        <p className="text-sm text-muted">
          You are signed out. Sign in to continue where you were; nothing that you typed is lost.
        </p>
        <SignInMethods methods={session.signIn} email={email} />
        <Button kind="quiet" className="w-full" onClick={onLeave}>
          Leave this page
        </Button>
      </div>
    </Dialog>
  );
}
