import type { ComponentProps } from "react";
import { OwnLink } from "../explore/own-link.tsx";
import { classes } from "../ui/classes.ts";

/** A link from a part of a chart to the list behind it; plain content where there is none. */
export function ChartLink({ href, className, children, ...rest }: ComponentProps<"a">) {
  if (href === undefined)
    return (
      <span className={className} style={rest.style} title={rest.title}>
        {children}
      </span>
    );
  return (
    <OwnLink {...rest} href={href} className={classes("group/link rounded-sm", className)}>
      {children}
    </OwnLink>
  );
}
