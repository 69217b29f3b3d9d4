import type { Paint } from "./paint.ts";

/** Fixed colours of the current theme, for a drawing that leaves the page. */
export function fixedPaint(): Paint {
  const probe = document.createElement("span");
  probe.hidden = true;
  const known = new Map<string, string>();
  const paint: Paint = (token) => {
    const found = known.get(token);
    if (found !== undefined) return found;
    document.body.append(probe);
    probe.style.color = `var(--${token})`;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    known.set(token, colour);
    return colour;
  };
  return paint;
}
