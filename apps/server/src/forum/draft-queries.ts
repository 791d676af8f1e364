import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import { forumDrafts } from './table.ts';

const draftPlace = forumDrafts.pick('topic_id', 'category_id', 'post_id');
const savedDraft = forumDrafts.pick('title', 'body', 'version', 'updated_at');
const listedDraft = forumDrafts.pick(...draftPlace.keys, 'title', 'version', 'updated_at');
const copiedDraft = forumDrafts.pick('member_id', 'title', 'body', 'image_ids', 'version', 'updated_at');

/** Exactly one field is set. */
export type DraftPlace = Row<typeof draftPlace>;
export type DraftRow = Row<typeof savedDraft>;
export type ListedDraftRow = Row<typeof listedDraft>;
export type NewDraft = Omit<DraftRow, 'updated_at'> & { imageIds: readonly string[] };

const atPlace =
  'd.member_id = $1 and d.topic_id is not distinct from $2 and d.category_id is not distinct from $3 and d.post_id is not distinct from $4';
const placeParameters = (memberId: string, { topic_id, category_id, post_id }: DraftPlace): unknown[] => [
  memberId,
  topic_id,
  category_id,
  post_id,
];

export const findDraft = (db: Statements, memberId: string, place: DraftPlace): Promise<DraftRow | undefined> =>
  db.row(`select ${savedDraft.of('d')} from forum_drafts d where ${atPlace}`, placeParameters(memberId, place));

export const listDrafts = (db: Statements, memberId: string): Promise<ListedDraftRow[]> =>
  db.rows(
    `select ${listedDraft.of('d')} from forum_drafts d
      where d.member_id = $1 and (d.title <> '' or d.body <> '') order by d.updated_at desc limit 50`,
    [memberId],
  );

/** Saves a draft if `version` is the stored one, or 0 for a new draft. Returns nothing if another device saved first. */
export const upsertDraft = (
  db: Statements,
  memberId: string,
  place: DraftPlace,
  { title, body, version, imageIds }: NewDraft,
): Promise<DraftRow | undefined> =>
  db.row(
    `with updated as (
            update forum_drafts d set title = $5, body = $6, image_ids = $8, version = d.version + 1, updated_at = now()
             where ${atPlace} and d.version = $7::int and $7::int > 0 returning ${savedDraft.of('d')}),
          inserted as (
            insert into forum_drafts as d (member_id, topic_id, category_id, post_id, title, body, image_ids)
            select $1, $2::uuid, $3::uuid, $4::uuid, $5, $6, $8::uuid[] where $7::int = 0
            on conflict on constraint forum_drafts_place do nothing returning ${savedDraft.of('d')})
     select * from updated union all select * from inserted`,
    [...placeParameters(memberId, place), title, body, version, imageIds],
  );

export const deleteDraft = (db: Statements, memberId: string, place: DraftPlace): Promise<number> =>
  db.run(`delete from forum_drafts d where ${atPlace}`, placeParameters(memberId, place));

export const deleteDraftsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(`delete from forum_drafts where ctid in (select ctid from forum_drafts where member_id = $1 limit 500)`, [memberId]);

/** Deletes 500 drafts untouched for three months. */
export const deleteOldDrafts = (db: Statements): Promise<number> =>
  db.run(
    `delete from forum_drafts where ctid in (
       select ctid from forum_drafts where updated_at < now() - interval '90 days' order by updated_at limit 500)`,
  );

/** Copies reply drafts of a merged topic to its target. Skips members who already have a draft there. */
export const copyReplyDrafts = (tx: Statements, fromTopicId: string, toTopicId: string): Promise<number> =>
  tx.run(
    `insert into forum_drafts (${copiedDraft.names}, topic_id) select ${copiedDraft.names}, $2 from forum_drafts where topic_id = $1
     on conflict on constraint forum_drafts_place do nothing`,
    [fromTopicId, toTopicId],
  );
