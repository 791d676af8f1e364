import type { ForumDraft, ListedForumDraft } from '@mbari/contract/forum/drafts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import {
  deleteDraft,
  deleteDraftsOf,
  type DraftPlace,
  type DraftRow,
  findDraft,
  type ListedDraftRow,
  upsertDraft,
} from './draft-queries.ts';
import { renewUploads } from './posts/upload-image.ts';

export async function readForumDraft({ db }: Context, viewer: Viewer, place: string): Promise<ForumDraft> {
  const draftPlace = parsePlace(place);
  const row = draftPlace && (await findDraft(db, viewer.id, draftPlace));
  if (!row) throw notFound('draftNotFound');
  return viewDraft(row);
}

/** Throws `conflict` if another device saved a newer version. */
export async function saveForumDraft(
  { db, limits }: Context,
  viewer: Viewer,
  place: string,
  { title = '', body, version }: { title?: string | undefined; body: string; version: number },
): Promise<ForumDraft> {
  await limits.spend('draft by member', viewer.id);
  const draftPlace = parsePlace(place);
  if (!draftPlace) throw notFound('draftNotFound');
  try {
    const imageIds = await renewUploads(db, viewer.id, body);
    const row = await upsertDraft(db, viewer.id, draftPlace, { title, body, version, imageIds });
    if (!row) throw await conflictWithStored(db, viewer, draftPlace);
    return viewDraft(row);
  } catch (error) {
    // The topic, post or category does not exist.
    if ((error as { code?: string }).code === '23503') throw notFound('draftNotFound');
    throw error;
  }
}

/** The error carries the stored draft, or null if the draft was posted or discarded. */
async function conflictWithStored(db: Statements, viewer: Viewer, place: DraftPlace): Promise<Refusal> {
  const storedDraft = await findDraft(db, viewer.id, place);
  return new Refusal('conflict', 'draftWrittenElsewhere', {
    data: storedDraft ? viewDraft(storedDraft) : null,
  });
}

export async function deleteForumDraft({ db, limits }: Context, viewer: Viewer, place: string): Promise<void> {
  await limits.spend('draft by member', viewer.id);
  const draftPlace = parsePlace(place);
  if (draftPlace) await deleteDraft(db, viewer.id, draftPlace);
}

export const eraseDrafts = (db: Statements, memberId: string): Promise<number> => deleteDraftsOf(db, memberId);

const viewDraft = ({ updated_at, ...row }: DraftRow): ForumDraft => ({ ...row, updated_at: updated_at.toISOString() });

export const viewListedDraft = ({ topic_id, category_id, post_id, title, version, updated_at }: ListedDraftRow): ListedForumDraft => ({
  place: topic_id !== null ? `topic:${topic_id}` : category_id !== null ? `new:${category_id}` : `post:${post_id}`,
  title,
  version,
  updated_at: updated_at.toISOString(),
});

function parsePlace(place: string): DraftPlace | null {
  const [, kind, id = ''] = /^(topic|new|post):(.*)$/.exec(place) ?? [];
  if (kind === undefined || !isId(id)) return null;
  return { topic_id: kind === 'topic' ? id : null, category_id: kind === 'new' ? id : null, post_id: kind === 'post' ? id : null };
}
