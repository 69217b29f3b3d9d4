import { Navigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { takeNext } from "../../router/kept-address.ts";
import { ownPath } from "../../router/own-path.ts";

/** The sign-in's own addresses, once there is a session: goes to where the sign-in interrupted. */
export function SignedIn() {
  const search: { next?: string } = useSearch({ strict: false });
  const [kept] = useState(takeNext);
  return <Navigate to={ownPath(search.next) ?? kept ?? "/"} replace />;
}
