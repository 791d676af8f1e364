import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { Refusal } from '../../refusal.ts';
import { listRules } from './list-rules.ts';
import { addAcceptance } from './queries.ts';

/** Keeps that the viewer accepts the rules as they are now. Where they read another version, nothing is kept, and they read the newest. */
export async function acceptRules({ db, limits }: Context, viewer: Viewer, version: number): Promise<void> {
  await limits.spend('settings by member', viewer.id);
  if ((await addAcceptance(db, viewer.id, version)) === 0) throw new Refusal('conflict', 'rulesChanged', { data: await listRules(db) });
}

/** Keeps what a newcomer accepted. They are asked again where the rules changed while they filled in the form. */
export async function acceptAtRegistration(tx: Statements, memberId: string, version: number | undefined): Promise<void> {
  if (version !== undefined) await addAcceptance(tx, memberId, version);
}
