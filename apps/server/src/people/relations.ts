import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';
import * as queries from './relation-queries.ts';
import type { Relation } from './relation-queries.ts';

export type { Relation };

/** Returns how the viewer relates to these members, in the order of the ids. Hidden and missing members are left out. */
export async function listRelations({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<Relation[]> {
  const relations = new Map((await queries.listRelations(db, viewer.id, ids.filter(isId))).map((relation) => [relation.id, relation]));
  return ids.flatMap((id) => relations.get(id) ?? []);
}

/** Returns the username of a member whose profile the viewer may open. Throws `not_found`. */
export async function requireUsername({ db }: Context, viewer: Viewer, id: string): Promise<string> {
  const member = isId(id) ? await queries.findUsername(db, viewer.id, id) : undefined;
  if (!member) throw notFound('profileNotFound');
  return member.username;
}
