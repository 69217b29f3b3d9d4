/** Repositories, recognised by their addresses alone. */
import type { Proposal } from "./proposal.ts";
import { percentDecoded } from "./web/percent-decoded.ts";

interface GitHost {
  hosts: readonly string[];
  /** Number of path parts that name a repository. */
  parts: number;
  /** What can come between the repository and `BRANCH/PATH` in addresses of folders and files. */
  trees: readonly string[];
}

const known: readonly GitHost[] = [
  { hosts: ["github.com"], parts: 2, trees: ["tree", "blob"] },
  { hosts: ["gitlab.com"], parts: 2, trees: ["-/tree", "-/blob"] },
  { hosts: ["codeberg.org"], parts: 2, trees: ["src/branch"] },
  { hosts: ["bitbucket.org"], parts: 2, trees: ["src"] },
  { hosts: ["git.sr.ht"], parts: 2, trees: [] },
];

/** First parts of paths that name no owner. */
const pages =
  /^(?:about|apps|blog|collections|explore|features|login|marketplace|orgs|pricing|search|settings|sponsors|topics|trending|users)$/i;

/** Null for any other address. */
export function repositoryOf(url: URL): Proposal[] | null {
  if (/\.git$/.test(url.pathname))
    return [{ connector: { kind: "git", url: url.href }, why: "the address is that of a repository" }];
  const host = known.find(({ hosts }) => hosts.includes(url.hostname.replace(/^www\./, "")));
  if (host === undefined || url.port !== "") return null;
  const parts = url.pathname.split("/").filter((part) => part !== "");
  if (parts.length < host.parts || pages.test(parts[0]!)) return null;
  const rest = parts.slice(host.parts);
  const tree = host.trees
    .map((one) => one.split("/"))
    .find((one) => one.every((part, at) => rest[at] === part));
  // Issues, releases and the like are pages.
  if (rest.length > 0 && tree === undefined) return null;
  const repository = `https://${host.hosts[0]}/${parts.slice(0, host.parts).join("/")}`;
  const [branch, ...path] = rest.slice(tree?.length ?? 0);
  const within = percentDecoded(path.join("/"));
  return [
    {
      connector: {
        kind: "git",
        url: repository,
        ...(branch !== undefined && { branch }),
        // From the root: without a slash, a pattern applies in every folder.
        ...(within !== "" && { include: [`/${within}`] }),
      },
      why: within === "" ? "the address is that of a repository" : `the address is ${within} of a repository`,
    },
  ];
}
