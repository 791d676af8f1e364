/**
 * Does what is asked of one thing in turns: while a turn is in flight, whatever else is asked of the same thing gathers for the next. Many
 * who write to one row then wait for one lock together, and not each behind the other.
 */
export function oneInFlight<Item, Answer>(
  work: (key: string, items: Item[]) => Promise<Answer[]>,
  atMost = 100,
): (key: string, item: Item) => Promise<Answer> {
  interface Waiting {
    item: Item;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  const queues = new Map<string, Waiting[]>();

  async function run(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const turn = queue.splice(0, atMost);
      try {
        const answers = await work(
          key,
          turn.map(({ item }) => item),
        );
        turn.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    queues.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue) return void queue.push({ item, resolve, reject });
      const fresh: Waiting[] = [{ item, resolve, reject }];
      queues.set(key, fresh);
      void run(key, fresh);
    });
}
