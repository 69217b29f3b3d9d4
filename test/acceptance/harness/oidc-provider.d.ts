/** Types for the parts of oidc-provider that the tests use; it ships none. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: object[];
        claims: Record<string, string[]>;
        conformIdTokenClaims: boolean;
        cookies: { keys: string[] };
        features: Record<string, { enabled: boolean }>;
        pkce: { required(): boolean };
        interactions: { url(context: unknown, interaction: { uid: string }): string };
        findAccount(
          context: unknown,
          id: string,
        ): { accountId: string; claims(): Promise<Record<string, unknown>> };
      },
    );
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      prompt: { name: string };
      params: Record<string, unknown>;
      session?: { accountId: string };
    }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
  }
}
