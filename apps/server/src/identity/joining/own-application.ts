import type { OwnApplication } from '@mbari/contract/shapes/applications';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { findOwnApplication, setAnswer } from './application-queries.ts';

/** Throws `not_found` for members who do not wait for approval. */
export async function readOwnApplication({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<OwnApplication> {
  const row = await findOwnApplication(db, viewer.id);
  if (!row) throw notFound('applicationNotFound');
  const { question, answer, decided_at, reason } = row;
  const isSent = question === null || answer !== null;
  return { state: decided_at === null ? (isSent ? 'waiting' : 'unsent') : 'declined', question, answer, reason };
}

/** The answer may be changed until the decision. */
export async function answerApplication({ db, limits }: Context, viewer: Viewer, answer: string): Promise<OwnApplication> {
  await limits.spend('settings by member', viewer.id);
  if ((await setAnswer(db, viewer.id, answer)) === 0) {
    const { question } = await readOwnApplication({ db }, viewer);
    if (question === null) throw notFound('applicationNotFound');
    throw new Refusal('conflict', 'applicationDecided');
  }
  return readOwnApplication({ db }, viewer);
}
