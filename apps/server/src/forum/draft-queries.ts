import type { Statements } from '../platform/db/database.ts';

/** Exactly one field is set. */
export interface DraftPlace {
  topicId: string | null;
  categoryId: string | null;
  postId: string | null;
}

export interface DraftRow {
  title: string;
  body: string;
  version: number;
  updated_at: Date;
}

export interface ListedDraftRow extends Pick<DraftRow, 'title' | 'version' | 'updated_at'> {
  topic_id: string | null;
  category_id: string | null;
  post_id: string | null;
}

export type NewDraft = Omit<DraftRow, 'updated_at'> & { imageIds: readonly string[] };

const atPlace =
  'd.member_id = $1 and d.topic_id is not distinct from $2 and d.category_id is not distinct from $3 and d.post_id is not distinct from $4';
const placeParameters = (memberId: string, { topicId, categoryId, postId }: DraftPlace): unknown[] => [
  memberId,
  topicId,
  categoryId,
  postId,
];

export const findDraft = (db: Statements, memberId: string, place: DraftPlace): Promise<DraftRow | undefined> =>
  db.row(`select d.title, d.body, d.version, d.updated_at from forum_drafts d where ${atPlace}`, placeParameters(memberId, place));

export const listDrafts = (db: Statements, memberId: string): Promise<ListedDraftRow[]> =>
  db.rows(
    `select d.topic_id, d.category_id, d.post_id, d.title, d.version, d.updated_at from forum_drafts d
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
             where ${atPlace} and d.version = $7::int and $7::int > 0 returning d.title, d.body, d.version, d.updated_at),
          inserted as (
            insert into forum_drafts as d (member_id, topic_id, category_id, post_id, title, body, image_ids)
            select $1, $2::uuid, $3::uuid, $4::uuid, $5, $6, $8::uuid[] where $7::int = 0
            on conflict on constraint forum_drafts_place do nothing returning d.title, d.body, d.version, d.updated_at)
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
    `insert into forum_drafts (member_id, topic_id, title, body, image_ids, version, updated_at)
     select member_id, $2, title, body, image_ids, version, updated_at from forum_drafts where topic_id = $1
     on conflict on constraint forum_drafts_place do nothing`,
    [fromTopicId, toTopicId],
  );
