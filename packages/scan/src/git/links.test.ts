import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CloneFailure, failureOf, oneLine } from "./clone-failure.ts";
import { repositoryOf } from "./repository-link.ts";
import { ScanUsageError, typedSource } from "./typed-source.ts";

const outcomeOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    if (error instanceof CloneFailure) return error.outcome;
    throw error;
  }
};

describe("the link of a record", () => {
  it.each([
    ["https://github.com/owner/app", "https://github.com/owner/app"],
    ["http://www.github.com/owner/app.git", "https://github.com/owner/app"],
    ["https://github.com/owner/app/", "https://github.com/owner/app"],
    ["https://github.com/owner/app/tree/main/packages/web?tab=readme#top", "https://github.com/owner/app"],
    ["https://github.com/owner/app/blob/main/README.md", "https://github.com/owner/app"],
    ["  github.com/owner/my.app \n", "https://github.com/owner/my.app"],
    ["git@github.com:owner/app.git", "https://github.com/owner/app"],
    ["https://github.com/owner/app and https://github.com/owner/other", "https://github.com/owner/app"],
    ["https://gitlab.com/group/sub/app/-/tree/main/src", "https://gitlab.com/group/sub/app"],
    ["https://bitbucket.org/team/app/src/master/", "https://bitbucket.org/team/app"],
    ["https://codeberg.org/me/app/src/branch/main", "https://codeberg.org/me/app"],
    ["https://git.example.org/me/app.git?x=1", "https://git.example.org/me/app.git"],
  ])("%s is the repository %s", (link, repository) => {
    expect(repositoryOf(link)).toBe(repository);
  });

  it.each([
    ["https://github.com/", "not-a-repository"],
    ["https://github.com/owner", "not-a-repository"],
    ["https://github.com/owner?tab=repositories", "not-a-repository"],
    ["https://github.com/orgs/owner/repositories", "not-a-repository"],
    ["https://github.com/-owner/app", "not-a-repository"],
    ["https://github.com/owner/..", "not-a-repository"],
    ["https://gitlab.com/group", "not-a-repository"],
    ["https://example.org", "not-a-repository"],
    ["not yet public", "not-a-repository"],
    ["", "not-a-repository"],
    ["https://me:secret@github.com/owner/app", "refused"],
    ["ssh://example.org/app", "refused"],
    ["file:///etc", "refused"],
    ["javascript:alert(1)", "refused"],
  ])("%s is not a repository: %s", (link, outcome) => {
    expect(outcomeOf(() => repositoryOf(link))).toBe(outcome);
  });

  it("of any text is an https address without credentials, or refused in one line", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `https://h.example/${text}`),
          fc.string().map((text) => `https://github.com/${text}`),
        ),
        (link) => {
          const found = outcomeOf(() => repositoryOf(link)) as string;
          if (["not-a-repository", "refused"].includes(found)) return;
          const { protocol, username, password, search, hash } = new URL(found);
          expect({ protocol, username, password, search, hash }).toEqual({
            protocol: "https:",
            username: "",
            password: "",
            search: "",
            hash: "",
          });
          expect(repositoryOf(found)).toBe(found);
        },
      ),
    );
  });
});

describe("a typed source", () => {
  it("is a folder, or an https, ssh or file address", () => {
    expect(typedSource(".")).toEqual({ kind: "folder", path: process.cwd() });
    expect(typedSource("https://example.org/o/r?x#y")).toEqual({
      kind: "repository",
      url: "https://example.org/o/r",
      protocol: "https",
    });
    expect(typedSource("ssh://git@example.org/o/r")).toMatchObject({ protocol: "ssh" });
    expect(typedSource("git@example.org:o/r.git")).toEqual({
      kind: "repository",
      url: "git@example.org:o/r.git",
      protocol: "ssh",
    });
    expect(typedSource("file:///srv/code")).toMatchObject({ protocol: "file" });
  });

  it.each([
    ["ext::sh -c touch%20x", /transport helper/],
    ["http://example.org/o/r", /http:\/\/ is not supported/],
    ["git://example.org/o/r", /git:\/\/ is not supported/],
    ["https://me:secret@example.org/o/r", /user name or password/],
    ["ssh://-oProxyCommand=x/o", /well-formed/],
    ["package.json", /not a folder/],
    ["github.com/owner/app", /type https:\/\/github\.com\/owner\/app/],
    ["/nowhere/at/all", /no folder/],
  ])("%s is refused with what to do", (text, message) => {
    expect(() => typedSource(text)).toThrow(ScanUsageError);
    expect(() => typedSource(text)).toThrow(message);
  });

  it("a password is not repeated", () => {
    expect(() => typedSource("https://me:secret@example.org/o/r")).toThrow(/^(?!.*secret)/);
  });
});

describe("git's stderr", () => {
  it("is classified by git's own lines, not by the server's", () => {
    expect(failureOf("remote: returned error: 404\nfatal: early EOF\n")).toMatchObject({
      outcome: "unreachable",
      message: "early EOF",
    });
    expect(failureOf("")).toMatchObject({ outcome: "unreachable" });
    expect(
      failureOf("git@x: Permission denied (publickey).\nfatal: Could not read from remote repository."),
    ).toMatchObject({ outcome: "private" });
  });

  it("is shown as one short line without control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        expect(oneLine(text)).toMatch(/^[^\p{Cc}\p{Cf}]{0,200}$/u);
      }),
    );
  });
});
