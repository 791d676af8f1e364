import { finished, type Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { acquireSlot, type Slot } from './export-slots.ts';
import { isExportRunning } from './lease-queries.ts';
import { listFiles } from './list-files.ts';
import { findOwnAccount, isSignedIn } from './queries.ts';
import { zipFiles } from './zip-files.ts';

/** Milliseconds between checks of the session, which also renew the lease. */
const sessionCheckMs = 2_000;

export interface Export {
  archive: Readable;
  name: string;
}

/**
 * Starts an export, one at a time across nodes and three a day. Mails the owner. Aborts the export when the session ends. Throws
 * `too_many_requests` or `overloaded`.
 */
export async function startExport(context: Context, member: Viewer): Promise<Export> {
  const account = await findOwnAccount(context.db, member.id);
  // The account was deleted after the session lookup.
  if (!account) throw unauthenticated();
  const slot = await acquireSlot(context, member.id);
  try {
    await context.limits.spend('export by member, daily', member.id);
    await queueMail(context.db, { kind: 'notice', member_id: member.id, notice: 'export_made' });
    const archive = zipFiles(listFiles(context, account));
    const startedAt = Date.now();
    const sessionTimer = abortWhenSessionEnds(context, member, archive, slot);
    finished(archive, (error) => {
      clearInterval(sessionTimer);
      slot.release();
      context.log.info({ member: member.id, ms: Date.now() - startedAt, whole: !error }, 'export ended');
    });
    context.log.info({ member: member.id }, 'export started');
    return { archive, name: `mbari-${account.username}-${context.now().toISOString().slice(0, 10)}.zip` };
  } catch (error) {
    slot.release();
    throw error;
  }
}

function abortWhenSessionEnds({ db }: Context, member: Viewer, archive: Readable, slot: Slot): NodeJS.Timeout {
  const checkSession = async (): Promise<void> => {
    // If the database is down, the export fails by itself.
    const isActive = await isSignedIn(db, member.id, member.session_id).catch(() => true);
    if (!isActive) archive.destroy(unauthenticated());
    else if (!archive.destroyed) await slot.renew().catch(() => undefined);
  };
  return setInterval(() => void checkSession(), sessionCheckMs).unref();
}

/** Mails a member the link to an export. Only the member's own session can download the export. Throws `conflict`. */
export async function mailExportOffer(tx: Statements, memberId: string): Promise<void> {
  if (await isExportRunning(tx, memberId)) throw new Refusal('conflict', 'exportUnderWay');
  await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'export_offered' });
}
