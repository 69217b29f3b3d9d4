import { Link, useLocation } from "@tanstack/react-router";
import { nearestOf } from "../../explore/nearest.ts";
import { groupsFor } from "../../shell/navigation-entries.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** Without what many addresses begin with, which would make all of them near to each other. */
const ending = (path: string): string => {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.slice(segments[0] === "console" && segments.length > 1 ? 1 : 0).join("/");
};

/** An address without a page: offers the page whose address or name is nearest. */
export function NotFoundPage() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const entries = groupsFor(false).flatMap((group) => group.entries);
  const nearest = nearestOf(
    ending(path),
    entries.filter(({ to }) => to !== "/").map(({ to, name }) => ({ key: ending(to), label: name })),
  );
  const found = entries.find(({ to }) => ending(to) === nearest?.key);
  return (
    <Page title="No such page">
      <EmptyState title="There is no page at this address">
        The address may be mistyped, or the page may not be available to you.
        {found && (
          <>
            {" Did you mean "}
            <Link to={found.to} className="text-accent-text underline">
              {found.name}
            </Link>
            ? Or
          </>
        )}{" "}
        <Link to="/" className="text-accent-text underline">
          {found ? "go to the first page" : "Go to the first page"}
        </Link>
        .
      </EmptyState>
    </Page>
  );
}
