import type { FoundByChannel } from "./archive-session.ts";

/** What either search found, and what the first one found by name; a number may be there twice. */
export function joinFound(one: FoundByChannel, other: Omit<FoundByChannel, "named">): FoundByChannel {
  const both = (channel: "passages" | "nearest" | "wholes") =>
    Uint32Array.from([...one[channel], ...other[channel]]);
  return {
    passages: both("passages"),
    nearest: both("nearest"),
    wholes: both("wholes"),
    named: one.named,
  };
}
