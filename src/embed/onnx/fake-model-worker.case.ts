/** For tests: a model thread whose session fails on some words, in the manner that they name. */
import { fakeSession, words } from "./model-folder.case.ts";
import { takeTexts } from "./take-texts.ts";

const holds = (ids: BigInt64Array, word: string) => ids.includes(BigInt(words.indexOf(word)));

await takeTexts(async () => {
  const session = fakeSession();
  return {
    ...session,
    run: async (inputs) => {
      const ids = inputs.input_ids!.data;
      if (holds(ids, "farm")) throw new Error("the run failed");
      if (holds(ids, "vote")) process.exit(7);
      return session.run(inputs);
    },
  };
});
