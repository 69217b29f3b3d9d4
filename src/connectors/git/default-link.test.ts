import { expect, it } from "vitest";
import { defaultLink } from "./default-link.ts";

it.each([
  ["https://github.com/o/r.git", "https://github.com/o/r/blob/{revision}/{path}"],
  ["https://github.com/o/r/", "https://github.com/o/r/blob/{revision}/{path}"],
  ["https://gitlab.com/g/s/r.git", "https://gitlab.com/g/s/r/-/blob/{revision}/{path}"],
  ["https://gitlab.example.org/g/r", "https://gitlab.example.org/g/r/-/blob/{revision}/{path}"],
  ["https://codeberg.org/o/r", "https://codeberg.org/o/r/src/commit/{revision}/{path}"],
  ["https://bitbucket.org/o/r", "https://bitbucket.org/o/r/src/{revision}/{path}"],
  ["https://git.sr.ht/~o/r", "https://git.sr.ht/~o/r/tree/{revision}/item/{path}"],
  ["https://git.example.org/r", null],
  ["https://github.com/", null],
  ["file:///srv/github.com/r", null],
])("a file of %s has the link %s", (url, link) => {
  expect(defaultLink(url)).toBe(link);
});
