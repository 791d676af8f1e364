/** Said by the page itself: the server was not reached. `detail`: when what is shown instead was kept. */
export const unreached = 'mbari-unreached';

type Take = (address: string, text: string) => void;

/** What was read before anybody takes it. */
let first: [address: string, text: string][] = [];
let taker: Take | null = null;

/** Responses of the server, for `platform/offline` to store. */
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

/** Something that was read is not to be seen again. */
export const forgetKept = (): void => void globalThis.caches?.delete('mbari-kept');
