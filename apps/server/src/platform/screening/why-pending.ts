import { linksIn } from '@mbari/contract/platform/links-in';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { cachedFilters } from './cached-filters.ts';
import { addLinks, countAccountsOf, countContributions, type Reason } from './premoderation-queries.ts';

export type { Reason };

const day = 24 * 60 * 60_000;
/** Days for which an account is new if admins set none. */
const newFor = 7;

interface Written {
  toReview: string | null;
  text: string;
}

/** Returns why a post needs approval, or null. Posts by organisers never need approval. Without approval settings, no query runs. */
export async function whyPending(context: Context, viewer: Viewer, { toReview, text }: Written): Promise<Reason | null> {
  if (viewer.role !== 'member') return null;
  const { reviewFirst } = await cachedFilters(context.db);
  // Stores links even if another reason applies, because other accounts may write the same links.
  const isShared = await isLinkOfMany(context, viewer, text);
  if (toReview !== null) return { why: 'listed', listed: toReview };
  if (reviewFirst > 0 && (await countContributions(context.db, viewer.id)) < reviewFirst) return { why: 'first', listed: null };
  return isShared ? { why: 'same_link', listed: null } : null;
}

/** Stores links before counting, in a separate statement, so at least one of two concurrent posts counts the other. */
async function isLinkOfMany({ db, now, config }: Context, { id, joined_at: joinedAt }: Viewer, text: string): Promise<boolean> {
  const { sameLinkAccounts, newAccountDays } = await cachedFilters(db);
  if (sameLinkAccounts === 0 || joinedAt === undefined) return false;
  if (joinedAt.getTime() + (newAccountDays || newFor) * day <= now().getTime()) return false;
  const links = linksIn(text, config.publicUrl.host);
  if (links.length === 0) return false;
  await addLinks(db, id, links);
  return (await countAccountsOf(db, links)) >= sameLinkAccounts;
}
