import type { Spot } from '@mbari/contract/photos/comments';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { nameAsked, personShown, photoReaches, spotInPost } from '../../platform/visibility/photos.ts';

export interface PersonRow extends AuthorRow {
  is_asked: boolean;
  place: Spot | null;
}

/** The caller has checked that the viewer may see the post. */
export const listPeopleShown = (db: Statements, viewerId: string, photoId: string): Promise<PersonRow[]> =>
  db.rows(
    `select ${authorColumns('m')}, ps.state = 'asked' as is_asked, ${spotInPost('ps')} as place
       from people_shown ps join members m on m.id = ps.member_id join photos p on p.id = ps.photo_id join members o on o.id = p.member_id
      where ps.photo_id = $2 and ${personShown('$1', 'ps', 'm', 'p', 'o')} order by ps.created_at, m.id limit ${limits.peopleShown}`,
    [viewerId, photoId],
  );

export interface NamedPerson {
  member_id: string;
  /** False if the member's settings, a block or an earlier refusal prevent it, or the member does not see the post. */
  may_be_named: boolean;
  is_added: boolean;
  is_full: boolean;
}

/** Names a member in the author's own post. Returns nothing if there is no such member. Requires a lock of the author. */
export const addPersonShown = (tx: Statements, authorId: string, photoId: string, username: string): Promise<NamedPerson | undefined> =>
  tx.row(
    `with person as (
            select m.id, ps.state, m.may_be_named and coalesce(ps.state, 'asked') <> 'refused' and ${photoReaches('m.id', 'p', 'o')} as may_be_named,
                   (select count(*) from people_shown one where one.photo_id = p.id) >= ${limits.peopleShown} as is_full
              from photos p join members o on o.id = p.member_id
              join members m on m.username = $3 and m.id <> o.id and m.email_verified_at is not null and ${memberVisible('$1', 'm')}
              left join people_shown ps on ps.photo_id = p.id and ps.member_id = m.id
             where p.id = $2 and p.member_id = $1),
          added as (
            insert into people_shown (photo_id, member_id)
            select $2, id from person where may_be_named and state is null and not is_full returning member_id)
     select id as member_id, may_be_named, is_full and state is null as is_full, exists (select from added) as is_added from person`,
    [authorId, photoId, username],
  );

/** Keeps refusals, so that the author cannot ask again. */
export const removePersonShown = (tx: Statements, authorId: string, photoId: string, memberId: string): Promise<number> =>
  tx.run(
    `delete from people_shown ps using photos p
      where p.id = ps.photo_id and p.member_id = $1 and ps.photo_id = $2 and ps.member_id = $3 and ps.state <> 'refused'`,
    [authorId, photoId, memberId],
  );

/** Sets or clears a place. Returns nothing if the author does not see the name, and `is_in_post` false if the image is of another post. */
export const setPlace = (
  tx: Statements,
  authorId: string,
  photoId: string,
  memberId: string,
  place: Spot | null,
): Promise<{ is_in_post: boolean } | undefined> =>
  tx.row(
    `with named as (
            select ps.photo_id, ps.member_id,
                   $4::uuid is null or exists (select from photo_images pi where pi.photo_id = p.id and pi.image_id = $4) as is_in_post
              from people_shown ps join members m on m.id = ps.member_id join photos p on p.id = ps.photo_id join members o on o.id = p.member_id
             where ps.photo_id = $2 and ps.member_id = $3 and p.member_id = $1 and ${personShown('$1', 'ps', 'm', 'p', 'o')}),
          placed as (
            update people_shown ps set image_id = $4, x = $5, y = $6 from named
             where ps.photo_id = named.photo_id and ps.member_id = named.member_id and ps.state <> 'refused' and named.is_in_post)
     select is_in_post from named`,
    [authorId, photoId, memberId, place?.image_id ?? null, place?.x ?? null, place?.y ?? null],
  );

/** Sets the member's answer. A refusal also removes the place. Returns nothing if the member is not named in a post that they see. */
export const setNameAnswer = (
  tx: Statements,
  memberId: string,
  photoId: string,
  answer: 'asked' | 'accepted' | 'refused',
): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `update people_shown ps set state = $3, image_id = case when $3 <> 'refused' then ps.image_id end,
            x = case when $3 <> 'refused' then ps.x end, y = case when $3 <> 'refused' then ps.y end
       from photos p, members o, members m
      where ps.photo_id = $2 and ps.member_id = $1 and p.id = ps.photo_id and o.id = p.member_id and m.id = ps.member_id
        and (ps.state <> 'asked' or ${nameAsked('ps', 'm')}) and ${photoReaches('$1', 'p', 'o')}
     returning o.id as owner_id`,
    [memberId, photoId, answer],
  );

export const listRequestedIds = async (
  db: Statements,
  memberId: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select p.id from people_shown ps join members m on m.id = ps.member_id join photos p on p.id = ps.photo_id join members o on o.id = p.member_id
        where ps.member_id = $1 and ps.photo_id < $2 and ${nameAsked('ps', 'm')} and ${photoReaches('$1', 'p', 'o')}
        order by ps.photo_id desc limit ${limit}`,
      [memberId, before],
    )
  ).map(({ id }) => id);
