import type { EventData, EventName } from '@mbari/contract/platform/events';

/** Server event: which subject changed, which part, and any new counts. */
export interface Hint extends EventData {
  event: EventName;
}

/** Post or topic on the screen, whose changes the client subscribes to. */
export type WatchedThing = `${'photo' | 'topic'}:${string}`;

const hintListeners = new Set<(hint: Hint) => void>();
const watchedListeners = new Set<() => void>();
let watchedThings: readonly WatchedThing[] = [];
let isStreaming = false;

export const setStreaming = (streaming: boolean): void => void (isStreaming = streaming);

/** Poll interval; false while the event stream is open. */
export const pollEvery = (pause: number): number | false => (isStreaming ? false : pause);

export function hintArrived(hint: Hint): void {
  for (const listener of hintListeners) listener(hint);
}

export const listWatchedThings = (): WatchedThing[] => [...new Set(watchedThings)];

export function onWatchedThingsChange(listener: () => void): () => void {
  watchedListeners.add(listener);
  return () => watchedListeners.delete(listener);
}

export function onHint(listener: (hint: Hint) => void): () => void {
  hintListeners.add(listener);
  return () => hintListeners.delete(listener);
}

/** Subscribes to a subject while it is on the screen. Returns the function that unsubscribes. */
export function watchThing(thing: WatchedThing): () => void {
  setWatchedThings([...watchedThings, thing]);
  return () => setWatchedThings(watchedThings.toSpliced(watchedThings.lastIndexOf(thing), 1));
}

function setWatchedThings(things: readonly WatchedThing[]): void {
  watchedThings = things;
  for (const listener of watchedListeners) listener();
}
