import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Change } from '../../platform/db/table.ts';
import { exhibitionThere } from '../../platform/visibility/exhibitions.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { photoReaches } from '../../platform/visibility/photos.ts';
import { exhibitions } from '../table.ts';

/** Returns 0 if the member curates too many. Requires a lock of the member. */
export const addExhibition = (
  tx: Statements,
  { id, memberId, title, body, html }: { id: string; memberId: string; title: string; body: string; html: string },
): Promise<number> =>
  tx.run(
    `with added as (
            insert into exhibitions (id, title, body, body_html)
            select $1, $3, $4, $5
             where (select count(*) from exhibition_curators where member_id = $2 and accepted_at is not null) < ${limits.exhibitions}
            returning id)
     insert into exhibition_curators (exhibition_id, member_id, accepted_at) select id, $2, now() from added`,
    [id, memberId, title, body, html],
  );

const editable = exhibitions.pick('title', 'body', 'body_html', 'opens_at', 'closes_at', 'topic_id', 'rooms');

/**
 * Edits an exhibition in one statement. `photoIds` are all placed works; undefined keeps them. Deletes the others except declined ones, and
 * adds new ones: the curator's own works are accepted. Returns the authors to ask, or nothing if the exhibition was edited since `version`.
 */
export const setExhibition = (
  tx: Statements,
  memberId: string,
  id: string,
  { version, photoIds, ...change }: Change<typeof editable> & { version: number; photoIds: readonly string[] | undefined },
): Promise<{ asked_ids: string[] } | undefined> =>
  tx.row(
    `with changed as (
            update exhibitions e set ${editable.set('e', '$4')}, revision = revision + 1
             where e.id = $2 and e.revision = $3 and ${exhibitionThere('e')}
               and exists (select from exhibition_curators c where c.exhibition_id = e.id and c.member_id = $1 and c.accepted_at is not null)
            returning e.id),
          gone as (
            delete from exhibition_works w using changed
             where $5::uuid[] is not null and w.exhibition_id = changed.id and w.photo_id <> all ($5) and w.state <> 'declined'),
          added as (
            insert into exhibition_works (exhibition_id, photo_id, member_id, state)
            select changed.id, p.id, p.member_id, case when p.member_id = $1 then 'accepted' else 'requested' end
              from changed, photos p join members m on m.id = p.member_id where p.id = any ($5) and ${photoReaches('$1', 'p', 'm')}
                on conflict do nothing returning member_id, state)
     select array(select distinct member_id from added where state = 'requested') as asked_ids from changed`,
    [memberId, id, version, editable.record(change), photoIds ?? null],
  );

/** Deletes an exhibition by its only curator. */
export const removeExhibition = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run(
    `delete from exhibitions e where e.id = $2 and ${exhibitionThere('e')} and exists (
       select from exhibition_curators c where c.exhibition_id = e.id and c.accepted_at is not null
       having bool_and(c.member_id = $1))`,
    [memberId, id],
  );

/** Deletes exhibitions that only this member curates. */
export const removeExhibitionsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from exhibitions where id in (
       select c.exhibition_id from exhibition_curators c
        where c.member_id = $1 and c.accepted_at is not null
          and not exists (select from exhibition_curators other
                           where other.exhibition_id = c.exhibition_id and other.member_id <> $1 and other.accepted_at is not null)
        limit 50)`,
    [memberId],
  );

/** Locks an exhibition while its curators change, so that they stay within the limit and at least one remains. */
export const lockExhibition = (tx: Statements, id: string): Promise<{ id: string } | undefined> =>
  tx.row('select id from exhibitions where id = $1 for no key update', [id]);

interface Invited {
  is_member: boolean;
  /** The member curates or was invited before. */
  was_in: boolean;
  is_added: boolean;
}

/** Invites a member whom the viewer can see. Requires a lock of the exhibition. */
export const addCurator = async (tx: Statements, viewerId: string, id: string, memberId: string): Promise<Invited> =>
  (await tx.row<Invited>(
    `with invited as (
            select m.id from members m where m.id = $3 and m.email_verified_at is not null and ${memberVisible('$1', 'm')}),
          before as (
            select count(*) as curators_count, coalesce(bool_or(c.member_id = $3), false) as was_in
              from exhibition_curators c where c.exhibition_id = $2),
          added as (
            insert into exhibition_curators (exhibition_id, member_id)
            select $2, invited.id from invited, before where not was_in and curators_count < ${limits.exhibitionCurators} returning member_id)
     select exists (select from invited) as is_member, was_in, exists (select from added) as is_added from before`,
    [viewerId, id, memberId],
  ))!;

/** Returns 0 if the member is not invited. */
export const setCuratorAccepted = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run('update exhibition_curators set accepted_at = coalesce(accepted_at, now()) where exhibition_id = $2 and member_id = $1', [
    memberId,
    id,
  ]);

/** Deletes an invitation. Returns 0 if there is none. */
export const removeInvitation = (tx: Statements, id: string, memberId: string): Promise<number> =>
  tx.run('delete from exhibition_curators where exhibition_id = $1 and member_id = $2 and accepted_at is null', [id, memberId]);

/** Ends a member's curating or invitation. Returns 0 for the only curator. Requires a lock of the exhibition. */
export const removeOwnCurating = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run(
    `delete from exhibition_curators c where c.exhibition_id = $2 and c.member_id = $1
        and (c.accepted_at is null or exists (select from exhibition_curators other
              where other.exhibition_id = c.exhibition_id and other.member_id <> $1 and other.accepted_at is not null))`,
    [memberId, id],
  );

/** Returns 0 if the post is not a work by the member. */
export const setWorkState = (db: Statements, memberId: string, id: string, photoId: string, isAccepted: boolean): Promise<number> =>
  db.run(
    `update exhibition_works set state = case when $4::boolean then 'accepted' else 'declined' end
      where exhibition_id = $2 and photo_id = $3 and member_id = $1`,
    [memberId, id, photoId, isAccepted],
  );

export const setAnnounced = (db: Statements, id: string): Promise<number> =>
  db.run('update exhibitions set announced_at = now() where id = $1 and announced_at is null', [id]);

/** Removes an exhibition that the viewer does not curate, as an organiser, or restores it. Returns the first curator. */
export const setExhibitionRemoved = (
  tx: Statements,
  viewerId: string,
  id: string,
  isRemoved: boolean,
): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `update exhibitions e set removed_at = case when $3 then now() end
      where e.id = $2 and ${exhibitionThere('e')} = $3 and not exists (
        select from exhibition_curators mine where mine.exhibition_id = e.id and mine.member_id = $1 and mine.accepted_at is not null)
     returning (select c.member_id from exhibition_curators c where c.exhibition_id = e.id and c.accepted_at is not null
                 order by c.accepted_at, c.member_id limit 1) as owner_id`,
    [viewerId, id, isRemoved],
  );
