interface Watched {
  /** Aborted by Ctrl-C or SIGTERM. */
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

/** Says what is under way: on one line of a terminal that changes, elsewhere (in a log) now and then. Stops at Ctrl-C, in order. */
export async function showProgress<Result>(work: (watched: Watched) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error('Stopped. Nothing was kept.'));
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
