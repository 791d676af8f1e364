import type { Rule } from '@mbari/contract/moderation/rules';
import type { ReportReason } from '@mbari/contract/platform/reports';
import * as words from '@mbari/words/reports';

export const reasonWords: Readonly<Record<ReportReason, string>> = {
  spam: words.spam,
  harassment: words.harassment,
  hate: words.hate,
  nudity: words.nudity,
  violence: words.violence,
  copyright: words.copyright,
  other: words.other,
  person_shown: words.personShown,
};

export const reasonNamed = ({ reason, rule }: { reason: ReportReason | null; rule: Rule | null }): string =>
  rule?.title ?? (reason === null ? '' : reasonWords[reason]);
