import type { ReportCase } from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation';
import {
  Frame,
  Image,
  Images,
  Mail,
  MessageCircle,
  MessageSquareQuote,
  MessageSquareText,
  MessagesSquare,
  Trophy,
  UserRound,
} from 'lucide-react';

const icons = {
  photo: Image,
  comment: MessageCircle,
  forum_post: MessagesSquare,
  topic: MessageSquareText,
  series: Images,
  exhibition: Frame,
  challenge: Trophy,
  feedback: MessageSquareQuote,
  message: Mail,
  user: UserRound,
} as const;
const titles = {
  photo: words.photoBy,
  comment: words.commentBy,
  forum_post: words.postBy,
  topic: words.topicBy,
  series: words.seriesBy,
  exhibition: words.exhibitionBy,
  challenge: words.challengeBy,
  feedback: words.feedbackBy,
  message: words.messageBy,
  user: words.member,
} as const;

export const subjectTitle = (subject: ReportCase['subject']): string =>
  subject === null ? words.erased : titles[subject.type]({ name: subject.author?.name ?? words.formerMember });

export function SubjectIcon({ subject, size }: { subject: ReportCase['subject']; size: number }) {
  if (subject === null) return null;
  const Icon = icons[subject.type];
  return <Icon size={size} strokeWidth={1.6} aria-hidden="true" />;
}
