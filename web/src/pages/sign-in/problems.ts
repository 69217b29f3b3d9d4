/** Messages for failed sign-ins through the identity provider: see OidcProblem in src/accounts/sign-in/types. */
const messages: Record<string, string> = {
  cancelled: "The sign-in was canceled. Try again, or use a password.",
  expired: "The sign-in took too long, or was opened twice. Try again.",
  provider_unavailable: "The identity provider does not respond. Try again in a moment, or use a password.",
  provider_refused: "The identity provider refused the sign-in. Try again, or tell an administrator.",
  email_not_verified:
    "The identity provider has not verified your e-mail address. Verify it there, then try again.",
  link_required:
    "There is an account with your e-mail address. Sign in to it as you did before, then confirm that this identity is yours.",
  not_invited: "There is no account for your e-mail address here. Ask an administrator for an invitation.",
};

/** Null when there is no problem. */
export function messageOf(problem: string | null): string | null {
  if (problem === null || problem === "") return null;
  return messages[problem] ?? "The sign-in did not work. Try again, or tell an administrator.";
}
