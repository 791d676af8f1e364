/** Window event: the server could not be reached. `detail` is the time at which the cached response was stored. */
export const unreached = 'mbari-unreached';

type Take = (address: string, text: string) => void;

/** Responses that arrived before `platform/offline` was loaded. */
let first: [address: string, text: string][] = [];
let taker: Take | null = null;

export const answers = {
  tell(address: string, text: string): void {
    if (taker) taker(address, text);
    else if (first.length < 12) first.push([address, text]);
  },
  takeBy(take: Take): () => void {
    taker = take;
    for (const [address, text] of first) take(address, text);
    first = [];
    return () => (taker = null);
  },
};

/** Deletes the offline cache, because something in it must no longer be visible. */
export const forgetKept = (): void => void globalThis.caches?.delete('mbari-kept');
