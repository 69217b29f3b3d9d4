/** Where a person reads a file of a repository on a well-known code host. */

/** What follows the address of the repository, by host. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^github\.com$/, "blob/{revision}/{path}"],
  [/^gitlab\./, "-/blob/{revision}/{path}"],
  [/^codeberg\.org$|^gitea\.|^forgejo\./, "src/commit/{revision}/{path}"],
  [/^bitbucket\.org$/, "src/{revision}/{path}"],
  [/^git\.sr\.ht$/, "tree/{revision}/item/{path}"],
];

/** Null for another host: the source then needs `link`. */
export function defaultLink(url: string): string | null {
  const { protocol, hostname, origin, pathname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return null;
  const page = pages.find(([host]) => host.test(hostname))?.[1];
  const repository = pathname.replace(/\/$/, "").replace(/\.git$/, "");
  return page === undefined || repository === "" ? null : `${origin}${repository}/${page}`;
}
