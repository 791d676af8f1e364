import type { moderationShapes } from '@mbari/contract/shapes/moderation';
import type { z } from 'zod';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { findSubjects, lockKnownReports } from '../../platform/reports/open-reports.ts';
import { decide, type Decision, settle } from './resolve-reports.ts';

type Shape = typeof moderationShapes.resolveTogether;
type Answer = z.input<Shape['answer']>['data'];

/**
 * Resolves what each of these reports is about, as if it were resolved alone: in a transaction of its own, which counts as one act. What
 * is refused there undoes nothing else, and no transaction ever holds two things, so that none waits for another in a circle.
 */
export async function resolveTogether(
  context: Context,
  viewer: Viewer,
  { report_ids: ids, ...body }: z.output<Shape['body']>,
): Promise<Answer> {
  const decision = await decide(context.db, body);
  const subjects = await findSubjects(context.db, viewer.id, ids);
  // Two reports of one thing are resolved once.
  const ends = new Map<string, Refusal | null>();
  const answer: Answer = [];
  for (const id of ids) {
    const subject = subjects.get(id);
    if (subject !== undefined && !ends.has(subject)) ends.set(subject, await tryOne(context, viewer, id, decision));
    const end = subject === undefined ? notFound('reportNotFound') : ends.get(subject);
    answer.push({ id, refusal: end ? viewRefusal(end) : null });
  }
  return answer;
}

/** Null: it is resolved. */
async function tryOne(context: Context, viewer: Viewer, id: string, decision: Decision): Promise<Refusal | null> {
  try {
    await asOrganiser(context, viewer, async (tx) => settle(context, tx, viewer, await lockKnownReports(tx, viewer.id, id), decision));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Why a field was refused says more than that one was. */
function viewRefusal({ code, sentence, errors }: Refusal): NonNullable<Answer[number]['refusal']> {
  const { text, reason, params } = (errors && Object.values(errors)[0]?.[0]) ?? sentence;
  return { code, message: text, reason, ...(params && { params }) };
}
