import type { ForumDraft } from '@mbari/contract/forum/drafts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { renewUploads } from '../images/require-own-images.ts';
import { type DraftPlace, findDraft, removeDraft, setDraft } from './queries.ts';
import { viewDraft } from './views.ts';

export async function readForumDraft({ db }: Context, viewer: Viewer, place: string): Promise<ForumDraft> {
  const found = placeOf(place);
  const row = found && (await findDraft(db, viewer.id, found));
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
  const found = placeOf(place);
  if (!found) throw notFound('draftNotFound');
  try {
    const imageIds = await renewUploads(db, viewer.id, body);
    const row = await setDraft(db, viewer.id, found, { title, body, version, imageIds });
    if (!row) throw await writtenElsewhere(db, viewer, found);
    return viewDraft(row);
  } catch (error) {
    // The topic, post or category does not exist.
    if ((error as { code?: string }).code === '23503') throw notFound('draftNotFound');
    throw error;
  }
}

/** Carries the stored draft, or null if it was posted or discarded. */
async function writtenElsewhere(db: Statements, viewer: Viewer, place: DraftPlace): Promise<Refusal> {
  const kept = await findDraft(db, viewer.id, place);
  return new Refusal('conflict', 'draftWrittenElsewhere', {
    data: kept ? viewDraft(kept) : null,
  });
}

export async function deleteForumDraft({ db, limits }: Context, viewer: Viewer, place: string): Promise<void> {
  await limits.spend('draft by member', viewer.id);
  const found = placeOf(place);
  if (found) await removeDraft(db, viewer.id, found);
}

function placeOf(place: string): DraftPlace | null {
  const [, kind, id = ''] = /^(topic|new|post):(.*)$/.exec(place) ?? [];
  if (kind === undefined || !isId(id)) return null;
  return { topicId: kind === 'topic' ? id : null, categoryId: kind === 'new' ? id : null, postId: kind === 'post' ? id : null };
}
