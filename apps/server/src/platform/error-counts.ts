import { oncePerContext } from './context.ts';
import type { Statements } from './db/database.ts';
import { throttledTask } from './db/throttled-task.ts';

interface ErrorCount {
  place: string;
  name: string;
  code: string;
  count: number;
}

const restMs = 2_000;
/** Maximum different errors that wait for the database. */
const maxWaiting = 200;

/** Counts unexpected errors by place, and adds the counts to the database at most every two seconds, for the system page. */
export const errorCountsOf = oncePerContext(({ db, log }) => {
  let waiting = new Map<string, ErrorCount>();
  const add = (counted: ErrorCount): void => {
    const key = `${counted.place} ${counted.name} ${counted.code}`;
    const earlier = waiting.get(key);
    if (earlier) earlier.count += counted.count;
    else if (waiting.size < maxWaiting) waiting.set(key, counted);
  };
  const writing = throttledTask<never>(restMs, async () => {
    const counts = [...waiting.values()];
    waiting = new Map();
    try {
      await upsertErrorCounts(db, counts);
    } catch (error) {
      // The next error tries again, so an outage of the database loses no counts.
      for (const counted of counts) add(counted);
      log.debug({ err: error }, 'errors were not counted');
    }
  });
  return {
    /** Keeps only the class and code of the error: a message may quote a member's text. */
    record(error: unknown, place: string): void {
      const { name = '', code = '' } = error as { name?: unknown; code?: unknown };
      // The name of the database driver's errors.
      add({ place, name: name === 'error' ? 'DatabaseError' : asWord(name) || 'Error', code: asWord(code), count: 1 });
      writing.wake();
    },
  };
});

const asWord = (value: unknown): string => (typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : '');

const upsertErrorCounts = (db: Statements, counts: readonly ErrorCount[]) =>
  db.run(
    `insert into error_counts as c (hour, place, name, code, count)
     select date_trunc('hour', now()), e.place, e.name, e.code, e.count
       from jsonb_to_recordset($1::jsonb) as e(place text, name text, code text, count integer)
     on conflict (hour, place, name, code) do update set count = c.count + excluded.count, last_at = excluded.last_at`,
    [JSON.stringify(counts)],
  );
