import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Session } from "../../api/session.ts";
import { Entrance } from "../../shell/entrance.tsx";
import { Banner } from "../../ui/banner.tsx";
import { messageOf } from "./problems.ts";
import { SignInMethods } from "./sign-in-methods.tsx";

/** Shown at the address of the requested page, which replaces it after the sign-in. `left`: after a sign-out. */
export function SignInPage({ session, left }: { session: Session; left: boolean }) {
  const { signUpDomains } = session.signIn;
  const search: { problem?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const problem = messageOf(search.problem ?? null);
  return (
    <Entrance
      title="Sign in"
      after={
        signUpDomains.length > 0 ? (
          <>
            No account yet?{" "}
            <Link to="/console/sign-up" className="text-accent-text underline">
              Sign up
            </Link>
          </>
        ) : (
          "No account, or a forgotten password? Ask an administrator for an invitation."
        )
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {left && !problem && <Banner tone="neutral">You are signed out.</Banner>}
      <SignInMethods
        methods={session.signIn}
        onEntered={() => {
          // After a refusal by the provider, the page asked for is the first.
          if (problem) void navigate({ to: "/", replace: true });
        }}
      />
    </Entrance>
  );
}
