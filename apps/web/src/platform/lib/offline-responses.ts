import { responseCache } from './stored-session.ts';

/** Window event: the server could not be reached. `detail` is the time at which the cached response was stored. */
export const serverUnreachable = 'mbari-unreached';

type Listener = (address: string, text: string) => void;

/** Responses that arrived before `platform/connection` was loaded. */
let early: [address: string, text: string][] = [];
let listener: Listener | null = null;

export const offlineResponses = {
  add(address: string, text: string): void {
    if (listener) listener(address, text);
    else if (early.length < 12) early.push([address, text]);
  },
  subscribe(onResponse: Listener): () => void {
    listener = onResponse;
    for (const [address, text] of early) onResponse(address, text);
    early = [];
    return () => (listener = null);
  },
};

/** Deletes the offline cache, because something in it must no longer be visible. */
export const clearOfflineResponses = (): void => void globalThis.caches?.delete(responseCache);
