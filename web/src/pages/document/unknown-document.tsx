import { Link } from "@tanstack/react-router";
import { ToArchive } from "../../explore/to-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** An address without a document. Its id says nothing about what was meant: there is nothing nearest to offer. */
export function UnknownDocument() {
  return (
    <Page title="No such document" above={<ToArchive />}>
      <EmptyState title="There is no document at this address">
        It may be mistyped, or the document may have been withdrawn.{" "}
        <Link to="/archive" className="text-accent-text underline">
          Search the archive
        </Link>
        .
      </EmptyState>
    </Page>
  );
}
