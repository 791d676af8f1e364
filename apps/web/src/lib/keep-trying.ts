const firstPause = 2_000;
const mostTries = 5;

/**
 * Reads something anew each time it begins, and until that has worked: again after a pause that doubles, and when the line is back. One read is
 * under way at a time; what begins meanwhile is read together after it. `end` is for good.
 */
export function keepTrying(read: () => Promise<unknown>): { begin: () => void; end: () => void } {
  let next: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const ended = new AbortController();
  let isReading = false;
  let isWanted = false;
  const attempt = async () => {
    clearTimeout(next);
    isWanted = true;
    if (isReading) return;
    isReading = true;
    try {
      // Whatever begins in the same moment is part of the first read.
      while (await Promise.resolve(isWanted)) {
        isWanted = false;
        await read();
      }
      failures = 0;
    } catch {
      failures += 1;
      if (!ended.signal.aborted && failures < mostTries) next = setTimeout(() => void attempt(), firstPause * 2 ** (failures - 1));
    } finally {
      isReading = false;
    }
  };
  const begin = () => {
    failures = 0;
    void attempt();
  };
  addEventListener('online', () => failures > 0 && begin(), { signal: ended.signal });
  return {
    begin,
    end: () => {
      clearTimeout(next);
      ended.abort();
    },
  };
}
