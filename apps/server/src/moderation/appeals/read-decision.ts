import type { Decision } from '@mbari/contract/shapes/appeals';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findDecision } from './queries.ts';
import { appealable } from './rules.ts';
import { viewDecision } from './views.ts';

export async function readDecision({ db, now }: Pick<Context, 'db' | 'now'>, viewer: Viewer, id: string): Promise<Decision> {
  const row = isId(id) ? await findDecision(db, viewer.id, id, appealable) : undefined;
  if (!row) throw notFound();
  return viewDecision(row, now());
}
