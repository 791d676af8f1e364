import type { Context } from '../../platform/context.ts';
import { countListed } from './queries.ts';

/** Requires distinct ids. */
export const areListed = async ({ db }: Context, viewerId: string | null, ids: readonly string[]): Promise<boolean> =>
  ids.length === 0 || (await countListed(db, viewerId, ids)) === ids.length;
