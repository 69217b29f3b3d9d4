import { ApiError } from "../../contract/api/errors.ts";

/** As with a token: a member with an unverified address sees no records imported for it. */
export const unverified = () =>
  new ApiError("FORBIDDEN", "Your e-mail address is not verified; ask an administrator for an invitation");
