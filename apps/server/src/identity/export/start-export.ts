import { finished, type Readable } from 'node:stream';
import { Counter, Gauge, type Metric } from 'prom-client';
import { type Context, oncePerContext } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { newSecretId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listFiles } from './list-files.ts';
import { acquireLease, findOwnAccount, isExportRunning, isSignedIn, releaseLease, renewLease } from './queries.ts';
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

/** Limit per node, because exports compete with images for the disk. */
const maxConcurrentExports = 4;

interface Slots {
  memberIds: Set<string>;
  /** Running releases of leases, by member id. */
  releases: Map<string, Promise<unknown>>;
  refusals: { under_way: number; busy: number };
}

interface Slot {
  /** Extends the lease, which otherwise expires after 30 seconds. */
  renew(): Promise<void>;
  release(): void;
}

export const exportSlots = oncePerContext((): Slots => ({
  memberIds: new Set(),
  releases: new Map(),
  refusals: { under_way: 0, busy: 0 },
}));

/** Takes a slot on this node and the member's lease across nodes. Throws `too_many_requests` or `overloaded`. */
export async function acquireSlot(context: Context, memberId: string): Promise<Slot> {
  const { memberIds, releases, refusals } = exportSlots(context);
  const alreadyRunning = (): Refusal => {
    refusals.under_way += 1;
    return new Refusal('too_many_requests', 'exportRunning', { retryAfter: 60, limit: 1 });
  };
  if (memberIds.has(memberId)) throw alreadyRunning();
  if (memberIds.size >= maxConcurrentExports) {
    refusals.busy += 1;
    throw new Refusal('overloaded', 'tooManyExports', { retryAfter: 120 });
  }
  // Takes the slot before the query, so that a concurrent request on this node fails at once.
  memberIds.add(memberId);
  const holder = newSecretId();
  try {
    // The member's previous export may still be releasing the lease.
    await releases.get(memberId);
    if (!(await acquireLease(context.db, memberId, holder))) throw alreadyRunning();
  } catch (error) {
    memberIds.delete(memberId);
    throw error;
  }
  return {
    renew: async () => void (await renewLease(context.db, memberId, holder)),
    release() {
      memberIds.delete(memberId);
      // If the release fails, the lease expires.
      const release = releaseLease(context.db, memberId, holder)
        .catch(() => undefined)
        .finally(() => releases.get(memberId) === release && releases.delete(memberId));
      releases.set(memberId, release);
    },
  };
}

export function exportMetrics(context: Context): Metric[] {
  const limit = new Gauge({ name: 'mbari_exports_limit', help: 'Maximum concurrent exports.', registers: [] });
  limit.set(maxConcurrentExports);
  return [
    limit,
    new Gauge({
      name: 'mbari_exports',
      help: 'Running exports of member data.',
      registers: [],
      collect() {
        this.set(exportSlots(context).memberIds.size);
      },
    }),
    new Counter({
      name: 'mbari_exports_refused_total',
      help: 'Refused exports: one of the member is running (429), or all slots are taken (503).',
      labelNames: ['reason'],
      registers: [],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(exportSlots(context).refusals)) this.inc({ reason }, count);
      },
    }),
  ];
}
