const firstPause = 2_000;
const mostTries = 5;

/**
 * Reads something anew each time it begins, and until that has worked: again after a pause that doubles, and when the line is back. `end` is
 * for good.
 */
export function keepTrying(read: () => Promise<unknown>): { begin: () => void; end: () => void } {
  let next: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const ended = new AbortController();
  const attempt = async () => {
    clearTimeout(next);
    try {
      await read();
      failures = 0;
    } catch {
      failures += 1;
      if (!ended.signal.aborted && failures < mostTries) next = setTimeout(() => void attempt(), firstPause * 2 ** (failures - 1));
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
