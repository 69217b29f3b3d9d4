/** The current session, sign-in and sign-out. */
import { z } from "zod";
import { codePoints } from "../../values/text.ts";
import { givenPasswordSchema, newPasswordSchema } from "./password.ts";

export const roleSchema = z.enum(["member", "admin"]);

const emailSchema = codePoints({ min: 3, max: 254, trim: true }).describe("an e-mail address, in any case");
const secretSchema = codePoints({ min: 1, max: 200 }).describe("the last part of the invitation's link");
export const doneSchema = z.object({ message: z.string() });

export const memberSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  emailVerified: z.boolean().describe("false until it is verified that the address is the member's"),
});

export const sessionResponseSchema = z.object({
  member: memberSchema.nullable().describe("null: not signed in"),
  signIn: z.object({
    password: z.boolean(),
    oidc: z.object({ name: z.string() }).nullable().describe("null: no identity provider is configured"),
    signUpDomains: z.array(z.string()).describe("domains whose addresses may sign up; empty: by invitation"),
  }),
  awaitsLink: z
    .boolean()
    .describe("whether an identity of the provider is pending in this browser, to be linked by the member"),
  service: z.string().describe("prefix of the scopes' names"),
});

export const signInRequestSchema = z.object({ email: emailSchema, password: givenPasswordSchema });
export const signUpRequestSchema = z.object({ email: emailSchema, password: newPasswordSchema });
export const startOidcResponseSchema = z.object({
  url: z.string().describe("URL of the provider's sign-in page"),
});

export const settleLinkRequestSchema = z.object({
  confirm: z.boolean().describe("true links the identity to the account, false discards it"),
});

export const findInvitationRequestSchema = z.object({ secret: secretSchema });
export const invitationSchema = z.object({
  email: z.string(),
  role: roleSchema,
  expiresAt: z.string(),
  needsPassword: z.boolean().describe("false: accepting it signs in without a password, from this machine"),
});
export const acceptInvitationRequestSchema = z.object({
  secret: secretSchema,
  password: newPasswordSchema.optional().describe("required where needsPassword is true"),
});

export const changePasswordRequestSchema = z.object({
  currentPassword: givenPasswordSchema,
  newPassword: newPasswordSchema,
});
