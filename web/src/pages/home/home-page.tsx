import { Page } from "../../ui/page.tsx";
import { EntryPoints } from "./entry-points.tsx";

export function HomePage() {
  return (
    <Page title="What do you want to build?">
      <EntryPoints />
    </Page>
  );
}
