import { finished, type Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { type Slot, takeSlot } from './export-slots.ts';
import { listFiles } from './list-files.ts';
import { findOwnAccount, isSignedIn } from './queries.ts';
import { zipFiles } from './zip-files.ts';

/** How soon an export ends after its session, and how often its lease is renewed. */
const askEveryMs = 2_000;

export interface Export {
  archive: Readable;
  name: string;
}

/**
 * Begins to write all that a member made. One at a time whatever node writes it, three a day; the owner of the account is mailed, as of everything that
 * would matter most if it was not them. It breaks off when the session that asked for it ends. Throws `too_many_requests` or `overloaded`.
 */
export async function startExport(context: Context, member: Viewer): Promise<Export> {
  const account = await findOwnAccount(context.db, member.id);
  // Removed since the session was looked up.
  if (!account) throw unauthenticated();
  const slot = await takeSlot(context, member.id);
  try {
    await context.limits.spend('export by member, daily', member.id);
    await queueMail(context.db, { kind: 'notice', member_id: member.id, notice: 'export_made' });
    const archive = zipFiles(listFiles(context, account));
    const began = Date.now();
    const watch = endWithSession(context, member, archive, slot);
    finished(archive, (error) => {
      clearInterval(watch);
      slot.giveBack();
      context.log.info({ member: member.id, ms: Date.now() - began, whole: !error }, 'an export ended');
    });
    context.log.info({ member: member.id }, 'an export began');
    return { archive, name: `mbari-${account.username}-${context.now().toISOString().slice(0, 10)}.zip` };
  } catch (error) {
    slot.giveBack();
    throw error;
  }
}

/** An export may take an hour: whoever is signed out or suspended meanwhile gets no more of it. */
function endWithSession({ db }: Context, member: Viewer, archive: Readable, slot: Slot): NodeJS.Timeout {
  const ask = async (): Promise<void> => {
    // Where the database does not answer, the export fails by itself if it must.
    const isStill = await isSignedIn(db, member.id, member.session_id).catch(() => true);
    if (!isStill) archive.destroy(unauthenticated());
    else if (!archive.destroyed) await slot.renew().catch(() => undefined);
  };
  return setInterval(() => void ask(), askEveryMs).unref();
}
