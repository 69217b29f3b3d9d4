/** Entry of each thread that helps to read a snapshot. */
import { workerData } from "node:worker_threads";
import { Arena } from "../search/kernels/arena.ts";
import { type SharedReading, takeSections } from "./read-sections.ts";

const shared = workerData as SharedReading;
takeSections(
  shared,
  shared.memories.map((memory) => Arena.over(memory)),
);
