interface ThrottledTask<Item> {
  /** Resolves after the turn that included the item; rejects if that turn failed. */
  join(item: Item): Promise<void>;
  wake(): void;
  check(): void;
}

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Runs a task one turn at a time, only while turns are requested. Pauses between turns; a joining item ends the pause. */
export function throttledTask<Item>(restMs: number, turn: (joining: Item[], isCheck: boolean) => Promise<void>): ThrottledTask<Item> {
  let waiting: Waiting<Item>[] = [];
  let isRunning = false;
  let isWoken = false;
  let isChecking = false;
  let endRest = (): void => undefined;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (isWoken || isChecking || waiting.length > 0) {
      const joining = waiting;
      const checks = isChecking;
      waiting = [];
      isWoken = isChecking = false;
      await turn(
        joining.map(({ item }) => item),
        checks,
      ).then(
        () => joining.forEach(({ resolve }) => resolve()),
        (error: unknown) => joining.forEach(({ reject }) => reject(error)),
      );
      if (waiting.length === 0) await rest();
    }
    isRunning = false;
  }

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      endRest = resolve;
      setTimeout(resolve, restMs).unref();
    });

  return {
    join: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        endRest();
        void run();
      }),
    wake() {
      isWoken = true;
      void run();
    },
    check() {
      isChecking = true;
      void run();
    },
  };
}
