import type { Context } from '../../context.ts';
import { isOutage } from '../../db/outage.ts';
import { isId } from '../../ids.ts';
import { findPublicMember, findPublicPost } from './queries.ts';
import { viewMemberHead, viewPostHead } from './views.ts';

/**
 * What the page at an address carries in its head for those who are sent the link. Null where there is nothing to tell or it is not
 * for everybody: then the page is the one that every address gets. Nobody is asked who they are.
 */
export async function describePage(context: Context, address: string, visitor: string): Promise<string | null> {
  const [, kind, name = ''] = /^\/(post|user)\/([^/]+)\/?$/.exec(address) ?? [];
  const isPost = kind === 'post' && isId(name);
  if (!isPost && !(kind === 'user' && /^[a-z0-9_.]{3,30}$/i.test(name))) return null;
  // Beyond what a visitor may ask, the page still comes; only its preview does not.
  // Counted apart: many phones share one address, and whoever opens pages there must not keep the others from signing in.
  if ((await context.limits.overrun('preview by ip', visitor)) > 0) return null;
  await context.limits.count('preview by ip', visitor);
  try {
    if (isPost) {
      const post = await findPublicPost(context.db, name);
      return post ? viewPostHead(context, post) : null;
    }
    const member = await findPublicMember(context.db, name.toLowerCase());
    return member ? viewMemberHead(context, member) : null;
  } catch (error) {
    // The page itself needs no database, and says by itself when there is none.
    if (isOutage(error)) return null;
    throw error;
  }
}
