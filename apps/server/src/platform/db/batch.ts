import type { Statements } from './database.ts';

/**
 * Gathers single questions asked in one turn of the event loop into one query.
 * Under load this turns a query per request into a query per turn; alone it costs nothing.
 * Every question is put to the database after it was asked: answers are never older than their question.
 * While `inFlight` queries are on their way, what is asked gathers for the next: for questions that are answered sooner than it pays to ask them apart.
 */
export function batch<Key, Answer>(
  ask: (keys: Key[]) => Promise<Answer[]>,
  atMost = 200,
  inFlight = Infinity,
): (key: Key) => Promise<Answer> {
  interface Waiting {
    key: Key;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let asking = 0;

  async function flush(): Promise<void> {
    // They were so many that they were asked for before the turn ended; or they go with the next.
    if (waiting.length === 0 || asking >= inFlight) return;
    const now = waiting.length > atMost ? waiting.splice(0, atMost) : waiting;
    if (now === waiting) waiting = [];
    asking += 1;
    try {
      const answers = await ask(now.map(({ key }) => key));
      now.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      for (const { reject } of now) reject(error);
    }
    asking -= 1;
    if (inFlight !== Infinity) void flush();
  }

  return (key) =>
    new Promise<Answer>((resolve, reject) => {
      if (waiting.push({ key, resolve, reject }) === 1) setImmediate(flush);
      else if (waiting.length >= atMost) void flush();
    });
}

/** The same for questions that may be put to a replica: those to one database are gathered. */
export function batchOn<Key, Answer>(
  ask: (db: Statements, keys: Key[]) => Promise<Answer[]>,
  atMost?: number,
): (db: Statements, key: Key) => Promise<Answer> {
  const batches = new WeakMap<Statements, (key: Key) => Promise<Answer>>();
  return (db, key) => {
    let gather = batches.get(db);
    if (!gather) batches.set(db, (gather = batch((keys: Key[]) => ask(db, keys), atMost)));
    return gather(key);
  };
}
