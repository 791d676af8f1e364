import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import { challengeState, entryCounts, feedbackThere, mayVote } from '../../platform/visibility/challenges.ts';
import { notBlocked } from '../../platform/visibility/members.ts';
import type { Ranked } from './ranking.ts';

/** A pair, or one entry for points. */
export interface Shown {
  entry_id: string;
  other_id: string | null;
}

export interface HandedVote extends Shown {
  id: string;
  choice: number | null;
}

/** Locks a challenge in the state `voting` while entries are handed out, one voter after the other, so that their views stay even. */
export const lockVoting = (tx: Statements, voterId: string, challengeId: string): Promise<{ method: 'pairs' | 'points' } | undefined> =>
  tx.row(
    `select c.method from challenges c join members me on me.id = $1
      where c.id = $2 and ${challengeState('c')} = 'voting' and ${mayVote('c', 'me')} for no key update of c`,
    [voterId, challengeId],
  );

/** Entries by others with the fewest views, in random order among equals, without those that the voter got alone. Checks entries in this order. */
export const listLeastSeen = async (tx: Statements, voterId: string, challengeId: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(
      `select e.id from challenge_entries e
        where e.challenge_id = $2 and e.member_id <> $1
          and (select true from photos p join members m on m.id = p.member_id
                where p.id = e.photo_id and ${entryCounts('e', 'p', 'm')} and ${notBlocked('$1', 'm.id')})
          and not exists (select from challenge_votes v where v.challenge_id = $2 and v.member_id = $1 and v.entry_id = e.id and v.other_id is null)
        order by e.views_count, e.turn limit 60`,
      [voterId, challengeId],
    )
  ).map(({ id }) => id);

/** Everything that was handed to the voter, in that order. */
export const listHanded = (tx: Statements, voterId: string, challengeId: string): Promise<HandedVote[]> =>
  tx.rows(
    `select id, entry_id, other_id, choice from challenge_votes where challenge_id = $2 and member_id = $1 order by created_at, id
      limit ${limits.challengeShown}`,
    [voterId, challengeId],
  );

/** Stores what is handed out, and counts a view of each entry. */
export const addHanded = (tx: Statements, voterId: string, challengeId: string, entries: readonly Shown[]): Promise<number> =>
  tx.run(
    `with given as (select * from unnest($3::uuid[], $4::uuid[]) as g(entry_id, other_id)),
          handed as (
            insert into challenge_votes (challenge_id, member_id, entry_id, other_id) select $2, $1, entry_id, other_id from given
            on conflict do nothing returning entry_id, other_id)
     update challenge_entries e set views_count = e.views_count + 1, turn = random()
       from (select entry_id as id from handed union all select other_id from handed where other_id is not null) seen where e.id = seen.id`,
    [voterId, challengeId, entries.map(({ entry_id: entry }) => entry), entries.map(({ other_id: other }) => other)],
  );

/**
 * Stores or changes a vote while the challenge is in the state `voting`. Returns 0 if it is not, if the entry was withdrawn, or if the row was not
 * handed to this voter. The lock of the challenge makes the count wait for votes that began in time; a vote that gets it after the count is refused.
 */
export const setChoice = (db: Statements, voterId: string, challengeId: string, voteId: string, choice: number): Promise<number> =>
  db.run(
    `with voting as materialized (
            select c.id, c.method from challenges c join members me on me.id = $1
             where c.id = $2 and ${challengeState('c')} = 'voting' and c.counted_at is null and ${mayVote('c', 'me')} for key share of c)
     update challenge_votes v set choice = $4 from voting
      where v.id = $3 and v.member_id = $1 and v.challenge_id = voting.id
        and $4::int between case when voting.method = 'pairs' then 0 else 1 end and case when voting.method = 'pairs' then 2 else 5 end`,
    [voterId, challengeId, voteId, choice],
  );

/** Stores a voter's words about an entry that was handed to them; empty words are deleted. Returns nothing if it was not, or voting has ended. */
export const setFeedback = (
  db: Statements,
  voterId: string,
  { challengeId, entryId, text }: { challengeId: string; entryId: string; text: string },
): Promise<{ id: string } | undefined> =>
  db.row(
    `with handed as materialized (
            select e.id from challenge_entries e join challenges c on c.id = e.challenge_id join members me on me.id = $1
             where e.id = $3 and c.id = $2 and ${challengeState('c')} = 'voting' and ${mayVote('c', 'me')}
               and exists (select from challenge_votes v where v.member_id = $1 and v.challenge_id = c.id and e.id in (v.entry_id, v.other_id))),
          gone as (delete from challenge_feedback f using handed where f.entry_id = handed.id and f.member_id = $1 and $4 = ''),
          kept as (
            insert into challenge_feedback (entry_id, member_id, text) select handed.id, $1, $4 from handed where $4 <> ''
            on conflict (entry_id, member_id) do update set text = excluded.text)
     select id from handed`,
    [voterId, challengeId, entryId, text],
  );

/** Removes another member's feedback as an organiser, or restores it. */
export const setFeedbackRemoved = (
  tx: Statements,
  viewerId: string,
  id: string,
  isRemoved: boolean,
): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `update challenge_feedback f set removed_at = case when $3 then now() end
      where f.id = $2 and f.member_id <> $1 and ${feedbackThere('f')} = $3 returning f.member_id as owner_id`,
    [viewerId, id, isRemoved],
  );

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
