import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { recordModeration } from '../moderation-log/record-moderation.ts';
import { closeForAnHour, listOrganisers, raiseRegistered } from './queries.ts';

/**
 * Counts somebody whose account was just opened: after that, so that none who register at once wait for each other. Where they are so many in
 * this hour as admins set, joining is closed for an hour, which the log says and organisers are mailed.
 */
export const countRegistration = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  db.transaction(async (tx) => {
    const counted = await raiseRegistered(tx);
    if (!counted || counted.wave === 0 || counted.registered !== counted.wave) return;
    await closeForAnHour(tx);
    await recordModeration(tx, null, 'close_joining', {});
    await mailOrganisers(tx, 'joining_closed');
  });

/** A hundred at most. */
export const mailOrganisers = async (tx: Statements, kind: 'joining_closed' | 'organisers_away'): Promise<void> =>
  queueMails(
    tx,
    kind,
    (await listOrganisers(tx)).map(({ id }) => id),
  );
