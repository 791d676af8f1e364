/** Fakes the Web Locks API, which happy-dom lacks: locks queue in order, and stealing one aborts its owner. */
export function fakeLocks() {
  interface Waiting {
    grant: () => void;
  }
  let owner: { lose: () => void } | null = null;
  let queue: Waiting[] = [];
  const next = (): void => {
    owner = null;
    queue.shift()?.grant();
  };
  const request = (_name: string, { signal, steal = false }: LockOptions, work: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting: Waiting = {
        grant: () => {
          const own = { lose: () => reject(new DOMException('stolen', 'AbortError')) };
          owner = own;
          void work().then(() => {
            if (owner === own) next();
            resolve();
          });
        },
      };
      signal?.addEventListener('abort', () => {
        if (!queue.includes(waiting)) return;
        queue = queue.filter((one) => one !== waiting);
        reject(new DOMException('aborted', 'AbortError'));
      });
      if (steal) owner?.lose();
      if (steal || owner === null) waiting.grant();
      else queue.push(waiting);
    });
  return { request };
}
