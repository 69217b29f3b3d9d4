/** The seven kinds of tools in lists derived from repositories. Without zod, for a command line that starts fast. */
export const builtWithKinds = [
  "languages",
  "frameworks",
  "chains",
  "protocols",
  "services",
  "tooling",
  "standards",
] as const;
export type BuiltWithKind = (typeof builtWithKinds)[number];
