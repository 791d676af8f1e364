/** Does work once the browser has nothing better to do; what is returned takes it back. */
export function whenIdle(work: () => void): () => void {
  // Safari knows no idle callback.
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work);
  return () => cancelIdleCallback(waiting);
}
