import { linksIn } from '@mbari/contract/links-in';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { knownFilters } from './known-filters.ts';
import { addLinks, countAccountsOf, countContributions, type Reason } from './premoderation-queries.ts';

export type { Reason };

const day = 24 * 60 * 60_000;
/** For how many days an account is new where admins count none as new. */
const newFor = 7;

/** What somebody wants to post. */
interface Written {
  /** What of the list it has that is pending. */
  toReview: string | null;
  /** All that it says. */
  said: string;
}

/**
 * Why something waits for an organiser before it is posted; null: it does not. What organisers write does not, and where admins hold nothing nothing is
 * asked of the database.
 */
export async function whyPending(context: Context, viewer: Viewer, { toReview, said }: Written): Promise<Reason | null> {
  if (viewer.role !== 'member') return null;
  const { reviewFirst } = await knownFilters(context.db);
  // Links are kept of what is pending for another reason, too: others may write the same.
  const isShared = await isLinkOfMany(context, viewer, said);
  if (toReview !== null) return { why: 'listed', listed: toReview };
  if (reviewFirst > 0 && (await countContributions(context.db, viewer.id)) < reviewFirst) return { why: 'first', listed: null };
  return isShared ? { why: 'same_link', listed: null } : null;
}

/** Links are kept before they are counted, and each by itself: of two who write the same at once, one at least sees the other. */
async function isLinkOfMany({ db, now, config }: Context, { id, joined_at: joinedAt }: Viewer, said: string): Promise<boolean> {
  const { sameLinkAccounts, newAccountDays } = await knownFilters(db);
  if (sameLinkAccounts === 0 || joinedAt === undefined) return false;
  if (joinedAt.getTime() + (newAccountDays || newFor) * day <= now().getTime()) return false;
  const links = linksIn(said, config.publicUrl.host);
  if (links.length === 0) return false;
  await addLinks(db, id, links);
  return (await countAccountsOf(db, links)) >= sameLinkAccounts;
}
