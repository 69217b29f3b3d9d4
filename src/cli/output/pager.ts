/** Long output goes through a pager when it is read on a terminal. */
import { spawn } from "node:child_process";
import type { CommandContext } from "../context.ts";

/** Exit code of a shell that finds no such program. */
const notFound = 127;

/** Prints what `show` prints, through `PAGER` (default: less) on a terminal; an empty `PAGER` turns it off. */
export async function paged(context: CommandContext, show: (context: CommandContext) => void): Promise<void> {
  const pager = process.env.PAGER ?? "less";
  if (process.stdout.isTTY !== true || pager === "") return show(context);
  let text = "";
  const write = (piece: string) => {
    text += piece;
  };
  show({ ...context, write, print: (line) => write(`${line}\n`) });
  context.progress.end();
  const resume = context.interrupt.pause();
  const code = await throughPager(pager, text);
  resume();
  if (code === notFound) context.write(text);
}

function throughPager(pager: string, text: string): Promise<number | null> {
  return new Promise((resolve) => {
    // Like git: leave when it fits on the screen, and show colours.
    const env = { ...process.env, LESS: process.env.LESS ?? "FRX" };
    const child = spawn(pager, { shell: true, stdio: ["pipe", "inherit", "inherit"], env });
    child.on("error", () => resolve(notFound)).on("close", resolve);
    // The reader may quit before the end.
    child.stdin.on("error", () => {});
    child.stdin.end(text);
  });
}
