import type { Trait } from "../../../../src/idea-check/winners-apart.ts";
import type { Dumbbell } from "../../charts/drawing.ts";
import { fewLast } from "../../charts/few-last.ts";
import { checkHref, type Narrowing } from "./state.ts";

/** The traits with few projects come last. Each end leads to the projects that it counts. */
export const traitRows = (idea: string, traits: readonly Trait[]): Dumbbell[] =>
  fewLast(traits, ({ winners, others }) => [winners, others]).map(
    ({ label, kind, name, winners, others, lift }) => {
      const narrowing: Narrowing =
        kind === "category" ? { categoryKeys: [name] } : { [`builtWith.${kind}`]: [name] };
      return {
        key: `${kind} ${name}`,
        label,
        a: { ...winners, href: checkHref(idea, { ...narrowing, winnersOnly: true }) },
        b: { ...others, href: checkHref(idea, narrowing) },
        lift,
      };
    },
  );
