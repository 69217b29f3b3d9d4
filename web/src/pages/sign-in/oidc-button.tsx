import { useChange } from "../../api/use-operation.ts";
import { keepNext } from "../../router/kept-address.ts";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";

/** Redirects to the provider's page, which redirects the browser back. */
export function OidcButton({ name }: { name: string }) {
  const start = useChange("startOidc", {
    onDone: ({ url }) => {
      // The provider redirects to a fixed address of ours.
      const here = new URLSearchParams(location.search).get("next") ?? location.pathname + location.search;
      keepNext(here);
      location.assign(url);
    },
  });
  return (
    <>
      <Problem error={start.error} />
      <Button className="w-full" busy={start.isPending || start.isSuccess} onClick={() => start.mutate({})}>
        Continue with {name}
      </Button>
    </>
  );
}
