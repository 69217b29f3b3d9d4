/** A process that publishes until the step named in its argument begins, then dies in the way named there. */
import type { PublishMessage } from "./publish-process.ts";

const [step, kind] = process.execArgv.at(-1)!.slice("--title=".length).split(":");
const send = process.send!.bind(process) as (message: PublishMessage) => boolean;

process.send = (message: PublishMessage) => {
  const sent = send(message);
  if (message.kind !== "progress" || message.progress.step !== step) return sent;
  if (kind === "exit") process.exit(7);
  if (kind === "kill") process.kill(process.pid, "SIGKILL");
  if (kind === "memory") for (const kept: number[][] = []; ; ) kept.push(new Array(10_000).fill(0.5));
  // Not thrown here: publish would catch and report it.
  queueMicrotask(() => {
    throw new Error("a fault");
  });
  return sent;
};

await import("./publish-process.ts");
