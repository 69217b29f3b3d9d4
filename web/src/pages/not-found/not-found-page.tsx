import { Link } from "../../router/link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="No such page">
      <EmptyState title="There is nothing at this address">
        It may be mistyped, or be for others than you.{" "}
        <Link to="token" className="text-accent-text underline">
          Go to your token
        </Link>
        .
      </EmptyState>
    </Page>
  );
}
