/** The side of the child in `child-task.ts`: receives one task, answers with its result, and ends with its parent. */
import type { ChildEnd } from "./child-task.ts";

/** What a task can do while it runs. */
export interface TaskContext<Message> {
  post(message: Message): void;
  /** Aborted when the parent asks the task to stop. */
  signal: AbortSignal;
}

/** Call once, at the top level of the child's file. */
export function runAsChild<Task extends { kind: "start" }, Result, Message extends { kind: string }>(
  run: (task: Task, context: TaskContext<Message>) => Promise<Result>,
): void {
  const stopping = new AbortController();
  const parent = process.ppid;
  const send = (message: Message | ChildEnd<Result>) => {
    if (process.connected) process.send?.(message);
  };
  const post = (message: Message) => {
    // The parent was killed; while this process computes, it does not see the disconnect.
    if (process.ppid !== parent) process.exit();
    send(message);
  };
  // Ctrl-C reaches this process too; the parent decides.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  process.on("message", async (task: Task | { kind: "stop" }) => {
    if (task.kind === "stop") return stopping.abort(new Error("interrupted"));
    try {
      send({ kind: "done", report: await run(task, { post, signal: stopping.signal }) });
    } catch (error) {
      // Structured cloning drops the name.
      send({ kind: "error", error, name: error instanceof Error ? error.name : "Error" });
    }
  });
}
