import type { Reason } from '../endpoint.ts';

/** Why a field is not taken, as a shape carries it: a sentence of the catalogue `refusals` by its key. The server makes words of it. */
export const because = (reason: string, params?: Reason['params']): string =>
  JSON.stringify({ reason, params } satisfies { reason: string; params: Reason['params'] | undefined });

/** What `because` was given; null for zod's own message. */
export const reasonIn = (message: string): Reason | null => (message.startsWith('{"reason":') ? (JSON.parse(message) as Reason) : null);
