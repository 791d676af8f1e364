import type * as calls from '@mbari/contract/identity/joining';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { changedMeanwhile } from '../../platform/refusal.ts';
import { type JoiningRow } from '../../platform/site/joining-queries.ts';
import { readJoining } from '../../platform/site/read-joining.ts';
import { updateJoining } from './joining-queries.ts';
import { viewJoining } from './joining-views.ts';

type Body = z.output<typeof calls.changeJoining.shape.body>;

/**
 * Changes the joining settings for the next registration on every node, and logs the new mode. Throws `conflict` if they were edited since
 * `version`.
 */
export async function changeJoining({ db, limits }: Context, viewer: Viewer, body: Body): Promise<JoiningRow> {
  await limits.spend('moderate by member', viewer.id);
  return db.transaction(async (tx) => {
    const row = await updateJoining(tx, { ...body, question: body.question === '' ? null : body.question });
    if (!row) throw changedMeanwhile(viewJoining(await readJoining(tx)));
    await recordModeration(tx, viewer, 'change_joining', { details: { type: 'joining', mode: row.mode } });
    return row;
  });
}
