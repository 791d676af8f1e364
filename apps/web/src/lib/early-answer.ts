import type { Request } from './call.ts';

declare global {
  /** Set by the script in the page's head; see build/start-early.ts. */
  var mbariEarly: { token: string; answers: Partial<Record<string, Promise<Response | null>>> } | undefined;
}

/** What the page brought along or asked for is the state of then. */
export const isPageFresh = (): boolean => performance.now() < 30_000;

/** The build leaves the commonest method out of the calls. */
const gets = new Set<string | undefined>([undefined, 'GET']);

/** The text of the answer that index.html requested before the app's code had loaded, for the same request. Taken once; a failure is ignored. */
export async function takeEarlyAnswer({ url, method, headers }: Request): Promise<string | null> {
  const early = globalThis.mbariEarly;
  const asked = early?.answers[url];
  if (early === undefined || asked === undefined || !gets.has(method)) return null;
  delete early.answers[url];
  const isOurs = isPageFresh() && headers.get('authorization') === `Bearer ${early.token}`;
  const answer = await asked;
  if (isOurs && answer?.ok) return answer.text().catch(() => null);
  // Left unread, it would keep its connection.
  await answer?.body?.cancel().catch(() => undefined);
  return null;
}
