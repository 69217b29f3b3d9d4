import { type ReactNode, useRef } from "react";
import { MemberProvider, type Session, useSession } from "./api/session.ts";
import { InvitationPage } from "./pages/invitation/invitation-page.tsx";
import { NotFoundPage } from "./pages/not-found/not-found-page.tsx";
import { LinkIdentity } from "./pages/sign-in/link-identity.tsx";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { SignUpPage } from "./pages/sign-in/sign-up-page.tsx";
import { TokenPage } from "./pages/token/token-page.tsx";
import { useLocation } from "./router/location.ts";
import { memberPages } from "./router/pages.ts";
import { Entrance } from "./shell/entrance.tsx";
import { Shell } from "./shell/shell.tsx";
import { Problem } from "./ui/problem.tsx";

/** Selects the page by URL and session. */
export function App() {
  const session = useSession();
  const wasSignedIn = useRef(false);
  const { path } = useLocation();
  if (session.data === undefined) {
    // Renders nothing until the session is known: a loading page would flash.
    if (!session.isError) return null;
    return (
      <Entrance title="Prior Art">
        <Problem error={session.error} retry={() => void session.refetch()} />
      </Entrance>
    );
  }
  const [first, secret] = path.split("/", 2);
  if (first === "invitation") return <InvitationPage key={secret} secret={secret ?? ""} />;
  const { member } = session.data;
  if (member === null) {
    if (path === "sign-up") return <SignUpPage session={session.data} />;
    return <SignInPage session={session.data} ended={wasSignedIn.current} />;
  }
  wasSignedIn.current = true;
  return (
    <MemberProvider value={{ session: session.data, member }}>
      <Shell member={member}>
        {session.data.awaitsLink && <LinkIdentity />}
        {pageAt(path, session.data)}
      </Shell>
    </MemberProvider>
  );
}

function pageAt(path: string, { member }: Session): ReactNode {
  if (path === "" || path === "sign-in" || path === "sign-up") return <TokenPage />;
  const found = memberPages.find((page) => page.path === path);
  // To other members, pages of administrators look like unknown pages.
  if (found === undefined || (found.adminOnly && member?.role !== "admin")) return <NotFoundPage />;
  return <found.page key={path} />;
}
