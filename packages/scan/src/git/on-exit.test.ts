/** What git leaves when this process exits: many repositories share one listener. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { runGit } from "./run-git.ts";
import { temporaryFolders } from "./temporary-folders.ts";

const listeners = () => process.listeners("exit");

it("removes folders and ends git of many repositories with one listener", async () => {
  const before = listeners();
  const folders = await Promise.all(Array.from({ length: 12 }, temporaryFolders));
  const waiting = Array.from({ length: 12 }, () =>
    runGit({
      args: ["hash-object", "--stdin"],
      protocols: [],
      cwd: tmpdir(),
      home: tmpdir(),
      signal: new AbortController().signal,
      input: new Readable({ read() {} }),
    }),
  );
  const ended = Promise.allSettled(waiting);
  const added = listeners().filter((one) => !before.includes(one));
  try {
    expect(added).toHaveLength(1);
  } finally {
    for (const listener of added) listener.call(process, 0);
  }
  expect((await ended).map(({ status }) => status)).toEqual(Array(12).fill("rejected"));
  expect(folders.filter(({ folder }) => existsSync(folder))).toEqual([]);
  await Promise.all(folders.map(({ remove }) => remove()));
  expect(listeners()).toEqual(before);
});
