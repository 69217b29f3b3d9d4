/** Backs up or restores as its arguments say, and dies by SIGKILL at the step that the last one names. */
import { backUp, restoreTo } from "../../src/backup/backup.case.ts";

const [command, dataDir, file, step] = process.argv.slice(2) as [string, string, string, string];
let steps = 0;
const onProgress = () => {
  if (steps++ === Number(step)) process.kill(process.pid, "SIGKILL");
};
if (command === "backup") await backUp(dataDir, file, { onProgress });
else await restoreTo(dataDir, file, { replace: true, onProgress });
