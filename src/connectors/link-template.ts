/** Templates of links to files: `https://git.example.org/docs/blob/{revision}/{path}`. */

/** Each part of the path is encoded for a URL. */
export function linkTo(
  template: string,
  { path, revision = "" }: { path: string; revision?: string },
): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return template.replaceAll(/\{(path|revision)\}/g, (_, name) => (name === "path" ? encoded : revision));
}
