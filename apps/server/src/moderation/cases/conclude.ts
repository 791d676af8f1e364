import { notifyOfModeration } from '../../notifications/notify-of-moderation.ts';
import { type About, type ModerationAction, recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { markResolved, type OpenReport } from '../../platform/reports/open-reports.ts';

/** What was done, to what. */
export interface Act {
  act: ModerationAction;
  about: About;
}

/** Puts what was done into the log, resolves the reports by it, and tells the author, unless nothing happened to them, and the reporters. The reports are locked. Answers the entry. */
export async function conclude(tx: Statements, organiser: Viewer, { act, about }: Act, reports: readonly OpenReport[]): Promise<string> {
  const entry = await recordModeration(tx, organiser, act, { ...about, reportsCount: reports.length });
  if (reports.length > 0) await markResolved(tx, reports, entry);
  const reporters = reports.map(({ reporter_id }) => reporter_id).filter((id) => id !== null);
  // Whoever is suspended is told as they sign in.
  const tellsAuthor = act !== 'dismiss_reports' && act !== 'suspend_member';
  const members = [...(tellsAuthor && about.memberId ? [about.memberId] : []), ...reporters];
  await notifyOfModeration(
    tx,
    entry,
    members.filter((id) => id !== organiser.id),
  );
  return entry;
}
