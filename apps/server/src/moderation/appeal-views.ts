import { appealableActions, type ModerationAction } from '@mbari/contract/moderation/actions';
import type { Appeal, Decision } from '@mbari/contract/moderation/appeals';
import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import { type AuthorRow, viewAuthor } from '../platform/member-views.ts';
import type { DecisionRow, ListedAppealRow } from './queries.ts';

export const viewDecision = (row: DecisionRow, now: Date): Decision => ({
  ...viewAct(row),
  appeal: row.appeal && {
    body: row.appeal.body,
    created_at: new Date(row.appeal.created_at).toISOString(),
    resolution: viewResolution(row.appeal),
  },
  viewer: { may_appeal: mayAppeal(row, row.appeal !== null, now) },
});

export function viewAppeal(row: ListedAppealRow, people: ReadonlyMap<string, AuthorRow>): Appeal {
  const viewAuthorById = (id: string | null): Author | null => {
    const person = id === null ? undefined : people.get(id);
    return person ? viewAuthor(person) : null;
  };
  const { appeal } = row;
  const resolution = viewResolution(appeal);
  return {
    id: row.id,
    body: appeal.body,
    created_at: new Date(appeal.created_at).toISOString(),
    member: viewAuthorById(row.member_id),
    against: { ...viewAct(row), actor: viewAuthorById(row.actor_id) },
    resolution: resolution && { ...resolution, by: viewAuthorById(appeal.resolver_id) },
  };
}

const viewAct = ({ id, action, reason, rule, created_at, title, excerpt }: DecisionRow): Omit<Decision, 'appeal' | 'viewer'> => ({
  id,
  action,
  reason,
  rule,
  created_at: created_at.toISOString(),
  title,
  excerpt,
});

function viewResolution({ outcome, note, resolved_at }: NonNullable<DecisionRow['appeal']>): NonNullable<Decision['appeal']>['resolution'] {
  if (outcome === null || resolved_at === null) return null;
  return { outcome: outcome === 'grant_appeal' ? 'granted' : 'refused', note, created_at: new Date(resolved_at).toISOString() };
}

const day = 86_400_000;

const mayAppeal = (act: { action: ModerationAction; created_at: Date }, hasAppealed: boolean, now: Date): boolean =>
  !hasAppealed && appealableActions.includes(act.action) && now.getTime() < act.created_at.getTime() + limits.appealDays * day;
