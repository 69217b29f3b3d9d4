/** Converts the link that a team gave to an address that git can fetch. */
import { CloneFailure } from "./clone-failure.ts";
import { parseUrl } from "./parse-url.ts";

/** First parts of paths on github.com that are pages of the site, not accounts. */
const githubPages = new Set(
  "about apps collections contact customer-stories enterprise events explore features issues join login marketplace new notifications organizations orgs pricing pulls search security settings signup site sponsors stars team topics trending users".split(
    " ",
  ),
);
const ACCOUNT = /^[a-z\d](?:[a-z\d-]{0,38})$/i;
const REPOSITORY = /^[\w.-]{1,100}$/;

/**
 * The https address of the repository that a link points to: `https://github.com/owner/name` for any page of it on
 * GitHub, the path before `/-/` on GitLab, before `/src/` on Bitbucket, Codeberg and Gitea; elsewhere the link
 * itself. Throws CloneFailure (`not-a-repository`, `refused`) with the reason.
 */
export function repositoryOf(link: string): string {
  const url = parse(link);
  if (url.username !== "" || url.password !== "") {
    throw new CloneFailure("refused", "the link holds a user name or password");
  }
  if (url.protocol === "http:") url.protocol = "https:";
  if (url.protocol !== "https:") {
    throw new CloneFailure("refused", `only https links are scanned, not ${url.protocol.slice(0, -1)}`);
  }
  url.hash = "";
  url.search = "";
  const host = url.hostname.replace(/^www\.(?=github\.com$|gitlab\.com$|bitbucket\.org$)/, "");
  url.hostname = host;
  const parts = url.pathname.split("/").filter((part) => part !== "");
  if (host === "github.com") return onGithub(parts);
  return elsewhere(url, parts);
}

/** Parses a link with or without `https://`, or in the short form of ssh. */
function parse(link: string): URL {
  const text = link.trim().split(/\s/, 1)[0]!;
  const short = /^(?:ssh:\/\/)?git@([a-z\d.-]+)[:/](?!\d+\/)([^:]+)$/i.exec(text);
  const address = short
    ? `https://${short[1]}/${short[2]}`
    : /^[a-z\d.-]+\.[a-z]{2,}\//i.test(text)
      ? `https://${text}`
      : text;
  const url = parseUrl(address);
  if (url === null) throw new CloneFailure("not-a-repository", "the link is not a web address");
  return url;
}

function onGithub([account, repository]: readonly string[]): string {
  if (account === undefined) throw notOne("the front page of GitHub");
  if (githubPages.has(account.toLowerCase())) throw notOne("a page of GitHub");
  if (!ACCOUNT.test(account)) throw notOne("a GitHub page that is not a repository");
  if (repository === undefined) throw notOne("the page of a user or an organisation");
  const name = repository.replace(/\.git$/i, "");
  if (!REPOSITORY.test(name) || /^\.+$/.test(name)) throw notOne("a GitHub page that is not a repository");
  return `https://github.com/${account}/${name}`;
}

/** Where the page paths of a repository begin, on common hosting sites. */
const pageMarks: Record<string, readonly string[]> = {
  "gitlab.com": ["-", "tree", "blob"],
  "bitbucket.org": ["src", "branch", "commits"],
  "codeberg.org": ["src", "branch", "issues"],
};

function elsewhere(url: URL, parts: string[]): string {
  const marks = pageMarks[url.hostname] ?? ["-"];
  const page = parts.findIndex((part, index) => index >= 2 && marks.includes(part));
  const path = page === -1 ? parts : parts.slice(0, page);
  if (path.length === 0) throw notOne("the front page of a site");
  if (pageMarks[url.hostname] !== undefined && path.length === 1)
    throw notOne("the page of a user or a group");
  url.pathname = `/${path.join("/")}`;
  return url.href;
}

const notOne = (what: string) => new CloneFailure("not-a-repository", `the link leads to ${what}`);
