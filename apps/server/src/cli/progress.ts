export interface Watched {
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

/** Shows progress: one updated line on a terminal, occasional lines in a log. Ctrl-C stops cleanly. */
export async function showProgress<Result>(
  work: (watched: Watched) => Promise<Result>,
  stopped = 'Stopped. Nothing was changed.',
): Promise<Result> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error(stopped));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const { isTTY } = process.stderr;
  const pause = isTTY ? 100 : 30_000;
  let last = isTTY ? 0 : Date.now();
  const onProgress = (text: string): void => {
    if (Date.now() - last < pause) return;
    last = Date.now();
    process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  };
  try {
    return await work({ signal: stopping.signal, onProgress });
  } finally {
    if (isTTY) process.stderr.write('\r\u001b[K');
    for (const signal of signals) process.off(signal, stop);
  }
}
