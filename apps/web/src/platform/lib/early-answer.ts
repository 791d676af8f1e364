import type { Request } from './call.ts';

declare global {
  /** Set by the script in the page's head; see build/start-early.ts. */
  var mbariEarly: { token: string; answers: Partial<Record<string, Promise<Response | null>>> } | undefined;
}

/** What the page brought along or asked for is the state of then. */
export const isPageFresh = (): boolean => performance.now() < 30_000;

/** The build leaves the commonest method out of the calls. */
export const gets = new Set<string | undefined>([undefined, 'GET']);

/** The text of the answer that index.html requested before the app's code had loaded, for the same request. Taken once; a failure is ignored. */
export async function takeEarlyAnswer({ url, method, headers }: Request): Promise<string | null> {
  const early = globalThis.mbariEarly;
  const asked = early?.answers[url];
  if (early === undefined || asked === undefined || !gets.has(method)) return null;
  delete early.answers[url];
  const isOurs = isPageFresh() && headers.get('authorization') === `Bearer ${early.token}`;
  const answer = await asked;
  // What a worker has kept is looked at by whoever asks in earnest.
  if (isOurs && answer?.ok && !answer.headers.has('x-kept-for')) return answer.text().catch(() => null);
  // Left unread, it would keep its connection.
  await answer?.body?.cancel().catch(() => undefined);
  return null;
}

/** A placeholder stays for a while once it is shown: it is left out where the screen is about to be ready. */
export const shortWait = new Promise<null>((resolve) => setTimeout(resolve, 700, null));

/**
 * A route's loader: a page that was opened by its address is drawn with its data, where the head has asked for them and they have come. Drawn
 * without, it would be drawn twice, and a phone is slow at that. Later screens say that their data are on their way.
 */
export const withEarlyAnswers =
  <Match>(start: (match: Match) => Promise<unknown>) =>
  async (match: Match): Promise<void> => {
    const asked = Object.values(globalThis.mbariEarly?.answers ?? {}).filter((answer) => answer !== undefined);
    const answers = await Promise.race([Promise.all(asked), shortWait]);
    if (isPageFresh() && answers?.[0] && answers.every((answer) => answer?.ok)) await start(match);
  };
