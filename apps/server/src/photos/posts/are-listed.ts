import type { Context } from '../../platform/context.ts';
import { countListed } from './queries.ts';

/** Returns true if the viewer may list all of these distinct posts. */
export const areListed = async ({ db }: Context, viewerId: string | null, ids: readonly string[]): Promise<boolean> =>
  ids.length === 0 || (await countListed(db, viewerId, ids)) === ids.length;
