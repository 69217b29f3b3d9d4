import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="No such page">
      <EmptyState title="There is no page at this address">
        The address may be mistyped, or the page may not be available to you.{" "}
        <Link to="/" className="text-accent-text underline">
          Go to the first page
        </Link>
        .
      </EmptyState>
    </Page>
  );
}
