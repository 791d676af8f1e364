import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { type AuthorRow, authorColumns } from '../../platform/member-views.ts';
import { applications } from '../table.ts';

export const insertApplication = (tx: Statements, memberId: string, question: string | null) =>
  tx.run('insert into applications (member_id, question) values ($1, $2)', [memberId, question]);

const ownApplication = applications.pick('question', 'answer', 'decided_at', 'reason');

export const findOwnApplication = (db: Statements, memberId: string) =>
  db.row<Row<typeof ownApplication>>(
    `select ${ownApplication.of('a')} from applications a
       join members m on m.id = a.member_id and m.awaits_approval_since is not null where a.member_id = $1`,
    [memberId],
  );

/** Returns nothing if the application is decided or has no question. */
export const updateAnswer = (tx: Statements, memberId: string, answer: string) =>
  tx.row<{ is_first: boolean }>(
    `with before as (select member_id, answer from applications where member_id = $1 for no key update)
     update applications a set answer = $2 from members m, before b
      where a.member_id = $1 and a.decided_at is null and a.question is not null and m.id = a.member_id and m.awaits_approval_since is not null
     returning b.answer is null as is_first`,
    [memberId, answer],
  );

/** Returns a row if organisers can decide the application. */
export const findOpenApplication = (tx: Statements, memberId: string) =>
  tx.row(`select from applications a join members m on m.id = a.member_id where a.member_id = $1 and ${isOpen('a', 'm')}`, [memberId]);

/** SQL: the undecided applicant verified the address and answered. */
const isOpen = (a: string, m: string): string =>
  `${a}.decided_at is null and (${a}.question is null or ${a}.answer is not null) and ${m}.awaits_approval_since is not null and ${m}.is_live`;

export interface ApplicationRow extends AuthorRow {
  country: string | null;
  asked_at: Date;
  question: string | null;
  answer: string | null;
}

/** Oldest registration first. */
export const listOpenApplications = (db: Statements, after: string, limit: 21 | 51) =>
  db.rows<ApplicationRow>(
    `select ${authorColumns('m')}, m.country_code as country, m.awaits_approval_since as asked_at, a.question, a.answer
       from applications a join members m on m.id = a.member_id
      where a.member_id > $1 and ${isOpen('a', 'm')} order by a.member_id limit ${limit}`,
    [after],
  );

export const countOpenApplications = (db: Statements) =>
  db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from applications a join members m on m.id = a.member_id where ${isOpen('a', 'm')} limit 100) open_applications`,
  );

/** Locks the account first, like every change of sign-in methods. */
export const lockApplication = (tx: Statements, memberId: string) =>
  tx.row<{ is_open: boolean; is_present: boolean }>(
    `with locked as (select id, awaits_approval_since, is_live from members where id = $1 for no key update)
     select ${isOpen('a', 'm')} as is_open, a.decided_at is not null or ${isOpen('a', 'm')} as is_present
       from applications a join locked m on m.id = a.member_id for no key update of a`,
    [memberId],
  );

const decision = applications.pick('decider_id', 'is_approved', 'reason');

export const updateDecision = (tx: Statements, memberId: string, change: Row<typeof decision>) =>
  tx.run(`update applications a set decided_at = now(), ${decision.set('a', '$2')} where a.member_id = $1 and a.decided_at is null`, [
    memberId,
    decision.record(change),
  ]);

export const deleteOldApproved = (db: Statements) =>
  db.run(
    `delete from applications where member_id in (
       select member_id from applications where decided_at < now() - interval '30 days' and is_approved limit 1000)`,
  );
