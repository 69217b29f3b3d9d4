/** The local model cannot be used. The message is one line: what is wrong, and what to do. */
export class ModelError extends Error {
  override name = "ModelError";
}
