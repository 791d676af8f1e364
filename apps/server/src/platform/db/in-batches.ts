/** Removes one batch and answers how many rows it was; 0 when none are left. */
type Step = () => Promise<number>;

/** Repeats each step until it finds nothing more. Every batch is a transaction of its own, so that nobody waits behind a long one. */
export async function inBatches(signal: AbortSignal, ...steps: Step[]): Promise<void> {
  for (const step of steps) {
    do signal.throwIfAborted();
    while ((await step()) > 0);
  }
}
