type Step = () => Promise<number>;

/** Repeats each step until it returns 0. Each batch is its own transaction, so no lock is held for long. */
export async function inBatches(signal: AbortSignal, ...steps: Step[]): Promise<void> {
  for (const step of steps) {
    do signal.throwIfAborted();
    while ((await step()) > 0);
  }
}
