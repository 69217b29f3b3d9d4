/** Tools that send something to the operators. */
import type { Tool } from "../tool.ts";

export const feedbackTools: readonly Tool[] = [
  {
    name: "feedback",
    title: "Send feedback",
    description:
      "Tells the operators of an error, a poor result or an idea. Ask the user first: it is stored with the user's account.",
    operations: ["sendFeedback"],
    writes: true,
    shown: ["message"],
  },
  {
    name: "suggestSource",
    title: "Suggest a source",
    description:
      "Suggests a website for the archive, which administrators review. Ask the user first: it is stored with the user's account.",
    operations: ["suggestSource"],
    writes: true,
    shown: ["message"],
  },
];
