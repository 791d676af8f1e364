/** Types for the part of the library that the tests use, because the library ships none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Settings {
    clients: Record<string, unknown>[];
    jwks: { keys: object[] };
    cookies: { keys: string[] };
    ttl: Record<string, number>;
    claims: Record<string, string[]>;
    features: { devInteractions: { enabled: boolean } };
    interactions: { url: (context: unknown, interaction: { uid: string }) => string };
    findAccount: (context: unknown, sub: string) => { accountId: string; claims: () => Record<string, unknown> } | undefined;
    loadExistingGrant: (context: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => Promise<Grant>;
  }

  export class Provider {
    constructor(issuer: string, settings: Settings);
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
