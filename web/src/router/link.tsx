import type { ComponentProps, MouseEvent } from "react";
import { hrefOf, navigate } from "./location.ts";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** A path below /console/, such as `token`. */
  to: string;
}

/** A link within the console: navigates without a page load, and can be opened in a new tab. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={hrefOf(to)} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
