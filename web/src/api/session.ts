/** The session: one query that every page depends on. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { ConsoleOutput } from "../../../src/contract/api/console/operations.ts";
import { client } from "./client.ts";

export type Session = ConsoleOutput<"getSession">;
export type Member = NonNullable<Session["member"]>;

const key = ["getSession", {}] as const;

export function useSession() {
  return useQuery<Session>({
    queryKey: key,
    queryFn: ({ signal }) => client.call("getSession", {}, { signal }),
    // The member may have signed out in another tab.
    refetchOnWindowFocus: "always",
    staleTime: 60_000,
  });
}

/** Stores the session after a sign-in; cached responses of the previous session are removed. */
export function useEnter(): (session: Session) => Promise<void> {
  const queries = useQueryClient();
  return async (session) => {
    // A request sent before the sign-in would report no session.
    await queries.cancelQueries({ queryKey: key });
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "getSession" });
    queries.setQueryData(key, session);
  };
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.call("signOut", {}),
    onSuccess: async () => {
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "getSession" });
      await queries.invalidateQueries({ queryKey: key });
    },
  });
}

const SessionContext = createContext<{ session: Session; member: Member } | null>(null);
export const MemberProvider = SessionContext.Provider;

/** For components inside the pages of members only. */
export function useMember(): { session: Session; member: Member } {
  const found = useContext(SessionContext);
  if (found === null) throw new Error("useMember is used outside MemberProvider");
  return found;
}
