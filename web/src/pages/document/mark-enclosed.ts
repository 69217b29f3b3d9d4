import { closeMark, openMark } from "./passage.ts";

/** Puts `<mark>` around the text between the two characters, and removes them. Returns the first mark. */
export function markEnclosed(root: HTMLElement): HTMLElement | null {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  let isInside = false;
  let first: HTMLElement | null = null;
  // Time: linear, a match is one character.
  const marks = new RegExp(`([${openMark}${closeMark}])`, "u");
  for (const node of nodes) {
    const parts = node.data.split(marks);
    if (parts.length === 1 && (!isInside || node.data.trim() === "")) continue;
    const replacement = document.createDocumentFragment();
    for (const part of parts) {
      if (part === openMark) isInside = true;
      else if (part === closeMark) isInside = false;
      else if (isInside && part.trim() !== "") {
        const mark = document.createElement("mark");
        mark.textContent = part;
        first ??= mark;
        replacement.append(mark);
      } else replacement.append(part);
    }
    node.replaceWith(replacement);
  }
  return first;
}
