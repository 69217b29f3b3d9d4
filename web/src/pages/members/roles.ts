export type Role = "member" | "admin";

export const roleChoices = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Administrator" },
] as const satisfies { value: Role; label: string }[];
