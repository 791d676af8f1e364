import type { OwnApplication } from '@mbari/contract/shapes/applications';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { findOwnApplication, setAnswer } from './application-queries.ts';

/** What the viewer is asked and answered, and what became of it. For whoever does not wait to be let in there is none. */
export async function readOwnApplication({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<OwnApplication> {
  const row = await findOwnApplication(db, viewer.id);
  if (!row) throw notFound('applicationNotFound');
  const { question, answer, decided_at, reason } = row;
  const isSent = question === null || answer !== null;
  return { state: decided_at === null ? (isSent ? 'waiting' : 'unsent') : 'declined', question, answer, reason };
}

/** Answers what those are asked who ask to join; as often as they like, until it is decided. */
export async function answerApplication({ db, limits }: Context, viewer: Viewer, answer: string): Promise<OwnApplication> {
  await limits.spend('settings by member', viewer.id);
  if ((await setAnswer(db, viewer.id, answer)) === 0) {
    const { question } = await readOwnApplication({ db }, viewer);
    if (question === null) throw notFound('applicationNotFound');
    throw new Refusal('conflict', 'applicationDecided');
  }
  return readOwnApplication({ db }, viewer);
}
