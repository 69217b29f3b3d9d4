/** A peer is asked line by line, and its failures end no run. */
import assert from "node:assert/strict";
import { afterEach, it } from "vitest";
import { timed } from "../timed.ts";
import { PeerProcess } from "./peer-process.ts";

const program = `
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [action, ...rest] = line.split("\\t");
  if (action === "text") console.log("ok\\t1.5\\t" + rest[1].split(" ").map((_, i) => i).join(" "));
  else if (action === "leave") { console.error("worn out"); process.exit(3); }
  else console.log("error\\tno such request: " + action);
});`;

const open: PeerProcess[] = [];
afterEach(() => {
  for (const peer of open.splice(0)) peer.close();
});
function start(): PeerProcess {
  const peer = new PeerProcess([process.execPath, "-e", program]);
  open.push(peer);
  return peer;
}

it("answers with the ids, and with the time that the peer measured", async () => {
  const peer = start();
  const answers = await Promise.all([peer.ask("text", "10", "a b c"), peer.ask("text", "10", "a")]);
  assert.deepEqual(answers, [
    { milliseconds: 1.5, ids: [0, 1, 2] },
    { milliseconds: 1.5, ids: [0] },
  ]);
  assert.equal((await timed(() => peer.ask("text", "10", "a"))).milliseconds, 1.5);
});

it("passes an error on, and continues", async () => {
  const peer = start();
  await assert.rejects(peer.ask("dance"), /no such request: dance/);
  assert.deepEqual((await peer.ask("text", "1", "a")).ids, [0]);
});

it("reports a peer that has ended, with what it said", async () => {
  const peer = start();
  await assert.rejects(peer.ask("leave"), /ended with 3: worn out/);
  await assert.rejects(peer.ask("text", "1", "a"), /has ended: worn out/);
});

it("reports a program that is not installed", async () => {
  const peer = new PeerProcess(["priorart-no-such-program"]);
  open.push(peer);
  await assert.rejects(peer.ask("text", "1", "a"), /ENOENT/);
});

it("measures an answer that reports no time", async () => {
  const { ids, milliseconds } = await timed(() => [3, 4]);
  assert.deepEqual(ids, [3, 4]);
  assert.ok(milliseconds >= 0);
});
