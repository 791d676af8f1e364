const firstPause = 2_000;
const mostTries = 5;

/**
 * Runs `read` on each `begin`. Retries a failed read with exponential backoff, at most five times in all, and when the connection
 * returns. Runs one read at a time; `begin` during a read starts another read afterwards. `end` stops for good.
 */
export function retryUntilSuccess(read: () => Promise<unknown>): { begin: () => void; end: () => void } {
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
      // Calls of `begin` in the same tick share the first read.
      while ((await Promise.resolve(isWanted)) && !ended.signal.aborted) {
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
