import type { ImportItem, PhotoImport } from '@mbari/contract/photos/imports';
import type { Reason } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { sentenceOf } from '../../platform/refusal.ts';
import type { ImportViewRow, ItemViewRow } from './queries.ts';

export const viewImport = ({ id, source, state, problem, files, albums, counts, created_at, finished_at }: ImportViewRow): PhotoImport => ({
  id,
  source,
  state,
  problem: viewProblem(problem),
  files,
  albums,
  counts,
  created_at: created_at.toISOString(),
  undo_until: state === 'done' && counts.done > 0 && finished_at ? daysAfter(finished_at) : null,
});

const daysAfter = (time: Date): string => new Date(time.getTime() + limits.importDays * 24 * 60 * 60_000).toISOString();

export const viewItem = ({ chosen, taken_at, problem, preview, ...item }: ItemViewRow): ImportItem => ({
  ...item,
  is_chosen: chosen,
  taken_at: taken_at && taken_at.toISOString(),
  preview: preview && webp + preview.replaceAll('\n', ''),
  problem: viewProblem(problem),
});

const webp = 'data:image/webp;base64,';

const viewProblem = (problem: Reason | null): PhotoImport['problem'] =>
  problem && { ...problem, message: sentenceOf(problem)?.text ?? problem.reason };
