import type { Statements } from '../../platform/db/database.ts';
import type { Ranked } from './ranking.ts';

type Method = 'pairs' | 'points';

export const listUncounted = (db: Statements): Promise<{ id: string }[]> =>
  db.rows('select id from challenges where voting_end_at <= now() and counted_at is null order by voting_end_at limit 20');

/** Waits for votes in progress, which share the lock. Returns nothing if another node counted the challenge. */
export const lockUncounted = (tx: Statements, id: string): Promise<{ method: Method } | undefined> =>
  tx.row('select method from challenges where id = $1 and voting_end_at <= now() and counted_at is null for update', [id]);

/** Votes of members who are suspended or closing their account at the end do not count, now and in a recount. */
export const ignoreSuspended = (tx: Statements, id: string): Promise<number> =>
  tx.run(
    'update challenge_votes v set is_ignored = true from members m where v.challenge_id = $1 and m.id = v.member_id and not m.is_live',
    [id],
  );

export interface Tally {
  entry_id: string;
  other_id: string | null;
  choice: number;
  votes: number;
}

/** At most 200 votes of each voter, grouped. */
export const listTallies = (db: Statements, id: string): Promise<Tally[]> =>
  db.rows(
    `select entry_id, other_id, choice, count(*)::int as votes from challenge_votes
      where challenge_id = $1 and choice is not null and not is_ignored group by 1, 2, 3 limit 10000000`,
    [id],
  );

/** `place` null: too few votes for a ranking. */
export interface Result extends Pick<Ranked, 'id' | 'score' | 'low' | 'high'> {
  place: number | null;
  /** Pairs: votes won, undecided and lost. Points: votes of 1 to 5. */
  tally: number[];
}

/** All entries; before the count without values. */
export const listStoredResults = (db: Statements, id: string): Promise<Result[]> =>
  db.rows('select id, place, score, low, high, tally from challenge_entries where challenge_id = $1 order by id limit 5000', [id]);

/** Stores the results. Numbers travel as text with 17 digits, so that they are the same bits when they are read. */
export const setResults = (tx: Statements, id: string, results: readonly Result[]): Promise<number> =>
  tx.run(
    `with given as (select * from jsonb_to_recordset($2) as g(id uuid, place integer, score float8, low float8, high float8, tally integer[])),
          stored as (
            update challenge_entries e set place = given.place, score = given.score, low = given.low, high = given.high, tally = given.tally
              from given where e.id = given.id)
     update challenges c set counted_at = now(),
            votes_count = (select count(*) from challenge_votes v where v.challenge_id = c.id and v.choice is not null and not v.is_ignored)
      where c.id = $1`,
    [id, JSON.stringify(results)],
  );

export const findCounted = (db: Statements, id: string): Promise<{ method: Method; votes_count: number } | undefined> =>
  db.row('select method, votes_count from challenges where id = $1 and counted_at is not null', [id]);
