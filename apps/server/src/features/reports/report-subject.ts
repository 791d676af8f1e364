import type { reportShapes } from '@mbari/contract/shapes/reports';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId, newId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { addCommentReport, addMemberReport, addPhotoReport } from './queries.ts';

const add = { photo: addPhotoReport, comment: addCommentReport, user: addMemberReport };

/** Asks the organisers to look at something. What is not there for the reporter and what never was are refused alike. */
export async function reportSubject(
  context: Context,
  reporter: Viewer,
  { subject_type, subject_id, reason, note = '' }: z.output<typeof reportShapes.report.body>,
): Promise<void> {
  await context.limits.spend('report by member', reporter.id);
  const report = { id: newId(), reporterId: reporter.id, subjectId: subject_id, reason, note };
  const subject = isId(subject_id) ? await add[subject_type](context.db, report) : undefined;
  if (!subject) throw notFound();
  if (subject.owner_id === reporter.id) throw new Refusal('own_content', 'What is your own cannot be reported.');
}
