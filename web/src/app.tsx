import { Outlet, useMatches } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { type Member, MemberProvider, type Session, useSession } from "./api/session.ts";
import { NotFoundPage } from "./pages/not-found/not-found-page.tsx";
import { LinkIdentity } from "./pages/sign-in/link-identity.tsx";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { useRestoredScroll } from "./router/use-restored-scroll.ts";
import { Entrance } from "./shell/entrance.tsx";
import { OpenFrame } from "./shell/open-frame.tsx";
import { Shell } from "./shell/shell.tsx";
import { Problem } from "./ui/problem.tsx";

const SessionEnded = lazy(() =>
  import("./pages/sign-in/session-ended.tsx").then(({ SessionEnded: component }) => ({ default: component })),
);

/** The root of every page: nothing but open pages is shown without a session. */
export function App() {
  const session = useSession();
  useRestoredScroll();
  const isOpen = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.open) });
  if (session.data === undefined) {
    // Renders nothing until the session is known: a loading page would flash.
    if (!session.isError) return null;
    return (
      <Entrance title="Prior Art">
        <Problem error={session.error} retry={() => void session.refetch()} />
      </Entrance>
    );
  }
  return isOpen ? <Outlet /> : <MembersOnly session={session.data} />;
}

/**
 * When a session ends while a page is open, the page stays as it is below a sign-in dialog, so that nothing typed is
 * lost. After a sign-out, and for another member, nothing of it is kept.
 */
function MembersOnly({ session }: { session: Session }) {
  const [shown, setShown] = useState<Member | null>(session.member);
  /** The member of a session that was signed out, while the session is being asked for again. */
  const [left, setLeft] = useState<Member | null>(null);
  if (session.member !== null && session.member !== shown && session.member !== left) {
    setShown(session.member);
    setLeft(null);
  }
  const readable = useMatches({
    select: (matches) => matches.find(({ staticData }) => staticData.readable)?.pathname,
  });
  if (shown === null && readable !== undefined)
    return (
      <OpenFrame path={readable}>
        <Outlet />
      </OpenFrame>
    );
  if (shown === null) return <SignInPage session={session} left={left !== null} />;
  const leave = () => {
    setShown(null);
    setLeft(shown);
  };
  return (
    <MemberProvider key={shown.id} value={{ session, member: shown, leave }}>
      <Shell member={shown}>
        {session.awaitsLink && <LinkIdentity />}
        <Permitted member={shown} />
      </Shell>
      {session.member === null && (
        <Suspense>
          <SessionEnded session={session} email={shown.email} onLeave={leave} />
        </Suspense>
      )}
    </MemberProvider>
  );
}

/** To other members, pages of administrators look like unknown pages. */
function Permitted({ member }: { member: Member }) {
  const adminOnly = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.adminOnly),
  });
  return adminOnly && member.role !== "admin" ? <NotFoundPage /> : <Outlet />;
}
