import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isExportUnderWay } from './lease-queries.ts';

/** Mails a member the way to their export, because only their own session may download it. Throws `conflict`. */
export async function offerExport(tx: Statements, memberId: string): Promise<void> {
  if (await isExportUnderWay(tx, memberId)) throw new Refusal('conflict', 'exportUnderWay');
  await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'export_offered' });
}
