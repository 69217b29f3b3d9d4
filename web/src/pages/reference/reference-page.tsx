import { errorOf, unreachable } from "@prior-art/client/transport";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSession } from "../../api/session.ts";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Introduction } from "./introduction.tsx";
import { type OpenApiDocument, resolverOf, type Topic, topicsOf } from "./openapi-document.ts";
import { OperationSection } from "./operation-section.tsx";
import type { Credentials } from "./try-it.tsx";

const documentUrl = "/api/v1/openapi.json";

async function fetchDocument(signal: AbortSignal): Promise<OpenApiDocument> {
  const response = await fetch(documentUrl, { signal }).catch((error: unknown) => {
    throw unreachable(error);
  });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as OpenApiDocument;
}

/** The API reference, from the OpenAPI document that this server serves. */
export function ReferencePage() {
  const document = useQuery({
    queryKey: ["openapi.json"],
    queryFn: ({ signal }) => fetchDocument(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title="API reference"
      wide
      lead="Every operation of the HTTP API, with its bounds and errors. Each can be tried here."
    >
      {document.isError && <Problem error={document.error} retry={() => void document.refetch()} />}
      {document.isPending && <Skeleton lines={12} />}
      {document.data && <Reference document={document.data} />}
    </Page>
  );
}

function Reference({ document: openApi }: { document: OpenApiDocument }) {
  const topics = useMemo(() => topicsOf(openApi), [openApi]);
  const resolve = useMemo(() => resolverOf(openApi), [openApi]);
  const credentials = useCredentials();
  useAnchor();
  return (
    <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
      <Contents topics={topics} />
      <div className="min-w-0">
        <Introduction documentUrl={documentUrl} />
        {topics.map(({ name, operations }) => (
          <section key={name} aria-label={name} className="pt-6">
            <h2 className="mb-3 text-xl font-semibold tracking-tight">{name}</h2>
            {operations.map((operation) => (
              <OperationSection
                key={operation.id}
                operation={operation}
                resolve={resolve}
                credentials={credentials}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function useCredentials(): Credentials {
  const isSignedIn = Boolean(useSession().data?.member);
  const [chosen, setChosen] = useState<{ by?: "session" | "token"; token: string }>({ token: "" });
  return {
    isSignedIn,
    by: isSignedIn ? (chosen.by ?? "session") : "token",
    token: chosen.token,
    change: (change) => setChosen({ ...chosen, ...change }),
  };
}

/** The operations exist only once the document is read, after the browser has looked for the address's anchor. */
function useAnchor(): void {
  useEffect(() => {
    const show = () => {
      // Older links name the topic, too: #/Projects/searchProjects.
      const heading = document.getElementById(location.hash.slice(1).split("/").at(-1) ?? "");
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    };
    show();
    addEventListener("hashchange", show);
    return () => removeEventListener("hashchange", show);
  }, []);
}

function Contents({ topics }: { topics: readonly Topic[] }) {
  return (
    <nav
      aria-label="Operations"
      className="mb-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
    >
      <ul className="space-y-4 max-lg:hidden">
        {topics.map(({ name, operations }) => (
          <li key={name}>
            <p className="mb-1 text-xs font-medium text-muted">{name}</p>
            <ul>
              {operations.map(({ id, summary }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="block rounded-md py-1 text-sm text-muted hover:text-text hover:underline"
                  >
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <details className="rounded-xl border border-line bg-surface p-4 lg:hidden">
        <summary className="rounded-md font-medium">Operations</summary>
        <ul className="mt-3 space-y-1">
          {topics.flatMap(({ operations }) =>
            operations.map(({ id, summary }) => (
              <li key={id}>
                <a href={`#${id}`} className="flex min-h-10 items-center text-sm text-accent-text underline">
                  {summary}
                </a>
              </li>
            )),
          )}
        </ul>
      </details>
    </nav>
  );
}
