import type { Request } from './call.ts';

declare global {
  /** Set by build/start-early.ts. */
  var mbariEarly: { token: string; answers: Partial<Record<string, Promise<Response | null>>> } | undefined;
}

export const isPageFresh = (): boolean => performance.now() < 30_000;

/** GET or undefined, because the build omits GET. */
export const gets = new Set<string | undefined>([undefined, 'GET']);

/**
 * Returns the response that the script in index.html requested before the app loaded, for the same
 * request. Uses each response once and ignores failed ones.
 */
export async function takeEarlyAnswer({ url, method, headers }: Request): Promise<string | null> {
  const early = globalThis.mbariEarly;
  const pending = early?.answers[url];
  if (early === undefined || pending === undefined || !gets.has(method)) return null;
  delete early.answers[url];
  const isOurs = isPageFresh() && headers.get('authorization') === `Bearer ${early.token}`;
  const answer = await pending;
  // Ignores responses from the service worker's cache; the real request handles those.
  if (isOurs && answer?.ok && !answer.headers.has('x-kept-for')) return answer.text().catch(() => null);
  // An unread body would keep its connection open.
  await answer?.body?.cancel().catch(() => undefined);
  return null;
}

/** Delay before a placeholder appears, to avoid a flash when data is about to arrive. */
export const shortWait = new Promise<null>((resolve) => setTimeout(resolve, 700, null));

/**
 * Route loader for the first page: waits for the responses that the head requested, so that the page
 * renders once, with its data. Rendering twice is slow on phones.
 */
export const withEarlyAnswers =
  <Match>(start: (match: Match) => Promise<unknown>) =>
  async (match: Match): Promise<void> => {
    const pending = Object.values(globalThis.mbariEarly?.answers ?? {}).filter((answer) => answer !== undefined);
    const answers = await Promise.race([Promise.all(pending), shortWait]);
    if (isPageFresh() && answers?.[0] && answers.every((answer) => answer?.ok)) await start(match);
  };
