export function whenIdle(work: () => void): () => void {
  // Safari lacks `requestIdleCallback`.
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work);
  return () => cancelIdleCallback(waiting);
}
