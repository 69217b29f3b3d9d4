/** Tasks for the exit of this process. They share one listener: Node warns of more than ten. */
const tasks = new Set<() => void>();

/** Runs the task when the process exits, later tasks first. Returns a function that cancels it. */
export function onExit(task: () => void): () => void {
  if (tasks.size === 0) process.once("exit", runAll);
  tasks.add(task);
  return () => {
    if (tasks.delete(task) && tasks.size === 0) process.off("exit", runAll);
  };
}

function runAll(): void {
  for (const task of [...tasks].reverse()) {
    try {
      task();
    } catch {
      // The other tasks must still run.
    }
  }
}
