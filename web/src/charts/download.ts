/** Saves text or an image as a file of the visitor. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address when the click returns, but Safari reads the content later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const textFile = (text: string, type: string): Blob =>
  new Blob([text], { type: `${type};charset=utf-8` });

/** `Winners by year` becomes `winners-by-year`. */
export function fileName(title: string, ending: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${(words ?? ["chart"]).join("-").slice(0, 60)}.${ending}`;
}
