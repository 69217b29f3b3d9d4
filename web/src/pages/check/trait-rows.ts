import type { Trait } from "../../../../src/idea-check/winners-apart.ts";
import type { Dumbbell } from "../../charts/drawing.ts";
import { fewLast } from "../../charts/few-last.ts";
import { checkHref, type Narrowing } from "./state.ts";

/** The traits with few projects come last. Winners lead to a list of them; no filter selects projects that did not win. */
export const traitRows = (idea: string, traits: readonly Trait[]): Dumbbell[] =>
  fewLast(traits, ({ winners, others }) => [winners, others]).map(
    ({ label, kind, name, winners, others, lift }) => {
      const narrowing: Narrowing =
        kind === "category" ? { categoryKeys: [name] } : { [`builtWith.${kind}`]: [name] };
      return {
        key: `${kind} ${name}`,
        label,
        a: { ...winners, href: checkHref(idea, { ...narrowing, winnersOnly: true }) },
        b: others,
        lift,
      };
    },
  );
