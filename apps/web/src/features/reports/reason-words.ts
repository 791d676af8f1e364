import type { ReportReason } from '@mbari/contract/report-reasons';
import * as words from '@mbari/words/reports';

/** Why something is reported, in words. */
export const reasonWords: Readonly<Record<ReportReason, string>> = {
  spam: words.spam,
  harassment: words.harassment,
  hate: words.hate,
  nudity: words.nudity,
  violence: words.violence,
  copyright: words.copyright,
  other: words.other,
};
