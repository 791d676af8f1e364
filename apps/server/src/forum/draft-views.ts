import type { ForumDraft, ListedForumDraft } from '@mbari/contract/forum/drafts';
import type { DraftRow, ListedDraftRow } from './draft-queries.ts';

export const viewDraft = ({ updated_at, ...row }: DraftRow): ForumDraft => ({ ...row, updated_at: updated_at.toISOString() });

export const viewListedDraft = ({ topic_id, category_id, post_id, title, version, updated_at }: ListedDraftRow): ListedForumDraft => ({
  place: topic_id !== null ? `topic:${topic_id}` : category_id !== null ? `new:${category_id}` : `post:${post_id}`,
  title,
  version,
  updated_at: updated_at.toISOString(),
});
