import { Component, type ReactNode } from "react";

/** Error boundary: shows an error of the pages' own code, with a link, instead of an empty page. */
export class Mishap extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="mx-auto max-w-md p-8">
        <h1 className="text-xl font-semibold">This page failed</h1>
        <p className="mt-2">
          Saved changes are not lost.{" "}
          <a href="/console/" className="text-accent-text underline">
            Reload the console
          </a>
          .
        </p>
      </main>
    );
  }
}
