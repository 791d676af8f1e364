import type * as calls from '@mbari/contract/people/profiles';
import type { z } from 'zod';
import { listSeriesOf } from '../../photos/series/read-series.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findProfileView } from './find-profile-view.ts';

type Answer = z.output<typeof calls.listProfileSeries.shape.answer>;
type Query = z.output<typeof calls.listProfileSeries.shape.query>;

/** Lists a member's series visible to the viewer. A private profile lists none. */
export async function listProfileSeries(context: Context, viewer: Viewer | null, username: string, query: Query): Promise<Answer> {
  const { profile, listViewerId } = await findProfileView(context, viewer, { username, as: query.as });
  if (!profile.is_open) throw new Refusal('profile_private', 'profileIsPrivate');
  idAfter(query.cursor);
  // The owner also sees empty series.
  if (profile.posts_count === 0 && !profile.is_owner) return { data: [], meta: { per_page: query.per_page, next_cursor: null } };
  const of = { viewerId: listViewerId, memberId: profile.author_id, withEmpty: profile.is_owner };
  return listSeriesOf(context, of, query);
}
