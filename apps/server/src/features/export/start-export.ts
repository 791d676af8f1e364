import { finished, type Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { unauthenticated, type Viewer } from '../../http/viewer.ts';
import { Refusal } from '../../refusal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { listFiles } from './list-files.ts';
import { findOwnAccount } from './queries.ts';
import { zipFiles } from './zip-files.ts';

/** More than this many at once would take the disk from those who look at pictures. */
const atOnce = 4;
const underWay = new WeakMap<Context, Set<string>>();

export interface Export {
  archive: Readable;
  name: string;
}

/**
 * Begins to write all that a member made. One at a time, three a day; the owner of the account is told by mail, as of everything that
 * would matter most if it was not them. Throws `too_many_requests` or `overloaded`.
 */
export async function startExport(context: Context, member: Viewer): Promise<Export> {
  const exporting = underWay.get(context) ?? new Set<string>();
  underWay.set(context, exporting);
  if (exporting.has(member.id))
    throw new Refusal('too_many_requests', 'Your export is under way already. Please wait until it is done.', { retryAfter: 60, limit: 1 });
  if (exporting.size >= atOnce)
    throw new Refusal('overloaded', 'Others are exporting just now. Please try again in a few minutes.', { retryAfter: 120 });
  exporting.add(member.id);
  try {
    await context.limits.spend('export by member, daily', member.id);
    const account = await findOwnAccount(context.db, member.id);
    // Removed since the session was looked up.
    if (!account) throw unauthenticated();
    await queueMail(context.db, { kind: 'notice', member_id: member.id, notice: 'export_made' });
    const archive = zipFiles(listFiles(context, account));
    const began = Date.now();
    finished(archive, (error) => {
      exporting.delete(member.id);
      context.log.info({ member: member.id, ms: Date.now() - began, whole: !error }, 'an export ended');
    });
    context.log.info({ member: member.id }, 'an export began');
    return { archive, name: `mbari-${account.username}-${context.now().toISOString().slice(0, 10)}.zip` };
  } catch (error) {
    exporting.delete(member.id);
    throw error;
  }
}
