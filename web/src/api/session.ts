/** The session: one query that every page depends on. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { ConsoleOutput } from "../../../src/contract/api/console/operations.ts";
import { forgetRecent } from "../explore/recent.ts";
import { client } from "./client.ts";

export type Session = ConsoleOutput<"getSession">;
export type Member = NonNullable<Session["member"]>;

const key = ["getSession", {}] as const;

/** The last member of this page; responses cached for one member are never shown to another. */
let lastMember: string | undefined;

function adopt(queries: QueryClient, session: Session): Session {
  const id = session.member?.id;
  if (id !== undefined && lastMember !== undefined && id !== lastMember) {
    forget(queries);
    forgetRecent();
  }
  if (id !== undefined) lastMember = id;
  return session;
}

const forget = (queries: QueryClient) =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });

export function useSession() {
  return useQuery<Session>({
    queryKey: key,
    queryFn: async ({ signal, client: queries }) =>
      adopt(queries, await client.call("getSession", {}, { signal })),
    // The member may have signed out in another tab.
    refetchOnWindowFocus: "always",
    staleTime: 60_000,
  });
}

/**
 * Stores the session after a sign-in. Cached responses of another member are removed; those of the same member, who
 * continues after the end of a session, are asked for again.
 */
export function useEnter(): (session: Session) => Promise<void> {
  const queries = useQueryClient();
  return async (session) => {
    // A request sent before the sign-in would report no session.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, adopt(queries, session));
    // An invitation that has just been used up cannot be asked for again.
    const kept: readonly unknown[] = [key[0], "findInvitation"];
    void queries.invalidateQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
  };
}

export function useSignOut() {
  const queries = useQueryClient();
  const { leave } = useMember();
  return useMutation({
    mutationFn: () => client.call("signOut", {}),
    onSuccess: async () => {
      forgetRecent();
      leave();
      forget(queries);
      await queries.invalidateQueries({ queryKey: key });
    },
  });
}

interface Membership {
  session: Session;
  member: Member;
  /** Called after a sign-out: nothing of the pages is kept. */
  leave(): void;
}

const SessionContext = createContext<Membership | null>(null);
export const MemberProvider = SessionContext.Provider;

/** For components inside the pages of members only. */
export function useMember(): Membership {
  const found = useContext(SessionContext);
  if (found === null) throw new Error("useMember is used outside MemberProvider");
  return found;
}
