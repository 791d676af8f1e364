import type { EventData, EventName } from '@mbari/contract/shapes/events';

/** Server event: which thing changed, which part of it, and new counts if the event has them. */
export interface Hint extends EventData {
  event: EventName;
}

/** A thing on the screen of which the server is to say when it changes. */
export type WatchedThing = `${'photo' | 'topic'}:${string}`;

const hintListeners = new Set<(hint: Hint) => void>();
const shownListeners = new Set<() => void>();
/** The latest last. A thing may be shown by several parts of a page. */
let shown: readonly WatchedThing[] = [];
let isStreaming = false;

/** The server says by itself what has changed. */
export const setStreaming = (streaming: boolean): void => void (isStreaming = streaming);

/** How often to ask what has changed: not at all while the server says so by itself. */
export const pollEvery = (pause: number): number | false => (isStreaming ? false : pause);

/** Tells those who show what has changed. */
export function hintArrived(hint: Hint): void {
  for (const listener of hintListeners) listener(hint);
}

export const thingsShown = (): WatchedThing[] => [...new Set(shown)];

export function onThingsShown(listener: () => void): () => void {
  shownListeners.add(listener);
  return () => shownListeners.delete(listener);
}

export function onHint(listener: (hint: Hint) => void): () => void {
  hintListeners.add(listener);
  return () => hintListeners.delete(listener);
}

/** Puts a thing on the screen; the function that is returned takes it away. */
export function showThing(thing: WatchedThing): () => void {
  showThings([...shown, thing]);
  return () => showThings(shown.toSpliced(shown.lastIndexOf(thing), 1));
}

function showThings(things: readonly WatchedThing[]): void {
  shown = things;
  for (const listener of shownListeners) listener();
}
