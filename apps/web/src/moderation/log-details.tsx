import type { JoiningMode } from '@mbari/contract/identity/joining';
import type { ModerationLogEntry } from '@mbari/contract/moderation/cases';
import type { LogDetails as Details } from '@mbari/contract/moderation/log-details';
import type { PendingKind } from '@mbari/contract/moderation/pending-posts';
import * as admin from '@mbari/words/admin';
import { list } from '@mbari/words/format';
import * as joining from '@mbari/words/joining';
import * as words from '@mbari/words/moderation-log';
import { Link } from '@tanstack/react-router';
import { dayOf } from '~/platform/lib/dates.ts';
import { roleWords } from '~/platform/lib/role-words.ts';
import { settingWords } from '~/platform/site/setting-words.ts';

/** Details of an entry, with a link to the topic that posts were moved to. */
export function LogDetails({ details, target }: Pick<ModerationLogEntry, 'details' | 'target'>) {
  if (details === null) return null;
  const text = <span dir="auto">{detailWords(details, target)}</span>;
  return target === null ? (
    text
  ) : (
    <Link to={target.address} className="link">
      {text}
    </Link>
  );
}

const pendingWords: Readonly<Record<PendingKind, string>> = {
  photo: words.pendingPhoto,
  comment: words.pendingComment,
  forum_post: words.pendingForumPost,
  topic: words.pendingTopic,
};

type Target = ModerationLogEntry['target'];
type Describe<Type extends Details['type']> = (details: Extract<Details, { type: Type }>, target: Target) => string;

const describers: Readonly<{ [Type in Details['type']]: Describe<Type> }> = {
  rules: ({ version, ask_again }) => (ask_again ? words.rulesAsked : words.rulesVersion)({ version: String(version) }),
  site: ({ fields }) => list(fields.map((field) => settingWords[field].label)),
  role({ before, after, provider }) {
    const roles = { before: roleWords[before], after: roleWords[after] };
    return provider === undefined ? words.roleChange(roles) : words.roleChangeByGroups({ ...roles, provider });
  },
  joining: ({ mode }) => modeWords[mode],
  plan: ({ name, until }) => (until === null ? admin.planOpen({ plan: name }) : admin.planUntil({ plan: name, date: dayOf(until) })),
  until: ({ until }) => words.until({ date: dayOf(until) }),
  pending: ({ kind }) => pendingWords[kind],
  moved: ({ category }) => words.movedFrom({ category }),
  merged: (_, target) => (target ? words.mergedInto({ topic: target.title }) : words.mergedElsewhere),
  split: ({ posts_count: count }, target) => (target ? words.splitInto({ count, topic: target.title }) : words.splitElsewhere({ count })),
};

const detailWords = (details: Details, target: Target): string => (describers[details.type] as Describe<Details['type']>)(details, target);

const modeWords: Readonly<Record<JoiningMode, string>> = {
  open: joining.open,
  invitation: joining.invitation,
  approval: joining.approval,
  closed: joining.closed,
};
