import type { ModerationLogEntry } from '@mbari/contract/moderation/cases';
import type { LogDetails } from '@mbari/contract/moderation/log-details';
import type { PendingKind } from '@mbari/contract/moderation/pending-posts';
import * as admin from '@mbari/words/admin';
import { list } from '@mbari/words/format';
import * as words from '@mbari/words/moderation-log';
import { modeWords } from '~/identity/joining/mode-words.ts';
import { dayOf } from '~/platform/lib/dates.ts';
import { roleWords } from '~/platform/lib/role-words.ts';
import { settingWords } from '~/platform/site/setting-words.ts';

const pendingWords: Readonly<Record<PendingKind, string>> = {
  photo: words.pendingPhoto,
  comment: words.pendingComment,
  forum_post: words.pendingForumPost,
  topic: words.pendingTopic,
};

type Target = ModerationLogEntry['target'];
type Describe<Type extends LogDetails['type']> = (details: Extract<LogDetails, { type: Type }>, target: Target) => string;

const describers: Readonly<{ [Type in LogDetails['type']]: Describe<Type> }> = {
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

export const detailWords = (details: LogDetails, target: Target): string =>
  (describers[details.type] as Describe<LogDetails['type']>)(details, target);
