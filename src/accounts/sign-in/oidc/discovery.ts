/** OpenID Connect Discovery 1.0: where a provider's endpoints are. */
import { z } from "zod";

/** A provider that does not answer must not hold a visitor, or a socket, for long. */
const TIMEOUT_MS = 10_000;
const FRESH_MS = 600_000;

const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().refine(isSafeEndpoint),
  token_endpoint: z.string().refine(isSafeEndpoint),
  jwks_uri: z.string().refine(isSafeEndpoint),
  userinfo_endpoint: z.string().refine(isSafeEndpoint).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type ProviderDocument = z.output<typeof documentSchema>;

/** The provider cannot be reached, or says what makes no sense. The message is for the operator. */
export class ProviderError extends Error {
  override name = "ProviderError";
}

/** https, or this machine itself: secrets and codes travel there. */
export function isSafeEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === "https:" ||
    (protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
  );
}

/** JSON from the provider. Throws ProviderError when there is none. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const { origin, pathname } = new URL(url);
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Accept: "application/json", ...(init.headers as Record<string, string>) },
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return await response.json();
  } catch (cause) {
    // The body may quote what was sent, a secret included: only the status is told.
    throw new ProviderError(
      `the identity provider's ${origin}${pathname} could not be used: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Reads the discovery document when first needed, and again when it is ten minutes old. */
export function discovery(issuer: string): () => Promise<ProviderDocument> {
  let kept: { document: Promise<ProviderDocument>; since: number } | null = null;
  return () => {
    if (kept === null || performance.now() - kept.since > FRESH_MS) {
      const document = discover(issuer);
      kept = { document, since: performance.now() };
      // A failure is not kept: the next visitor asks again.
      document.catch(() => {
        if (kept?.document === document) kept = null;
      });
    }
    return kept.document;
  };
}

const withoutSlash = (text: string): string => text.replace(/\/+$/, "");

async function discover(issuer: string): Promise<ProviderDocument> {
  const url = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const parsed = documentSchema.safeParse(await fetchJson(url));
  if (!parsed.success)
    throw new ProviderError(
      `${url} is no discovery document: ${parsed.error.issues.map(({ path }) => path.join(".")).join(", ")} missing, or not https`,
    );
  if (withoutSlash(parsed.data.issuer) !== withoutSlash(issuer))
    throw new ProviderError(
      `${url} names another issuer (${parsed.data.issuer}); set PRIORART_OIDC_ISSUER to exactly that, if it is yours`,
    );
  return parsed.data;
}
