import { classes } from "../ui/classes.ts";
import { type Dimension, dimensionNames } from "./cohort.ts";

interface DimensionChoiceProps<One extends Dimension> {
  dimensions: readonly One[];
  chosen: readonly One[];
  /** Called with at least one. */
  onChange(dimensions: One[]): void;
}

/** Which dimensions are shown; the last one stays. */
export function DimensionChoice<One extends Dimension>(props: DimensionChoiceProps<One>) {
  const { dimensions, chosen, onChange } = props;
  const toggle = (dimension: One) => {
    const next = dimensions.filter((one) => chosen.includes(one) !== (one === dimension));
    if (next.length > 0) onChange(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Dimensions</legend>
      {dimensions.map((dimension) => {
        const on = chosen.includes(dimension);
        return (
          <button
            key={dimension}
            type="button"
            aria-pressed={on}
            onClick={() => toggle(dimension)}
            className={classes(
              "min-h-8 rounded-full border px-3 text-sm max-sm:min-h-11",
              on
                ? "border-transparent bg-accent-soft font-medium text-accent-text"
                : "border-line text-muted hover:bg-hover hover:text-text",
            )}
          >
            {dimensionNames[dimension]}
          </button>
        );
      })}
    </fieldset>
  );
}
