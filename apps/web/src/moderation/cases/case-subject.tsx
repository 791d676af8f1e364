'use no memo';

import type { ReportCase } from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation';
import * as queueWords from '@mbari/words/report-queue';
import { Link } from '@tanstack/react-router';
import {
  ArrowRight,
  Flag,
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
import { WarnedImages } from '~/moderation/warned-images.tsx';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { isolateNames } from '~/platform/ui/phrase.tsx';

type Subject = NonNullable<ReportCase['subject']>;

/** The reported content in context: a comment below its photo, a post in its topic. */
export function CaseSubject({ id, subject, isOpen }: { id: string; subject: Subject | null; isOpen: boolean }) {
  if (subject === null)
    return (
      <h2 id={id} className="report-title">
        {words.erased}
      </h2>
    );
  const isHidden = !isOpen && subject.title === null && subject.excerpt === null && subject.type !== 'user' && subject.type !== 'message';
  return (
    <>
      <h2 id={id} className="report-title">
        <SubjectIcon subject={subject} size={20} />
        <span dir="auto">{subjectTitle(subject)}</span>
      </h2>
      <States subject={subject} />
      <SubjectContext subject={subject} />
      {isHidden && <p className="text-ink-meta">{words.notReadable}</p>}
      {subject.type === 'photo' ? (
        subject.excerpt && (
          <p className="report-excerpt" dir="auto">
            {isolateNames(subject.excerpt)}
          </p>
        )
      ) : (
        <ReportedText subject={subject} isOpen={isOpen} />
      )}
      {subject.address !== null && (
        <p>
          <Link to={subject.address.split('#')[0]} {...hashOf(subject.address)} className="link inline-flex items-center gap-s1">
            {words.view} <ArrowRight size={16} strokeWidth={1.6} aria-hidden="true" />
          </Link>
        </p>
      )}
    </>
  );
}

function States({ subject: { state, is_changed, author_is_suspended, created_at } }: { subject: Subject }) {
  return (
    <p className="report-meta">
      <HappenedTime at={created_at} />
      {is_changed && state === 'there' && <span className="report-state">{words.stateEdited}</span>}
      {state === 'removed' && <span className="report-state">{words.stateRemoved}</span>}
      {state === 'deleted' && <span className="report-state">{words.stateDeleted}</span>}
      {author_is_suspended && <span className="report-state">{words.stateSuspended}</span>}
    </p>
  );
}

const scopes: Partial<Record<Subject['type'], string>> = {
  comment: queueWords.commentOn,
  forum_post: queueWords.postIn,
  topic: queueWords.topicOpening,
  feedback: queueWords.feedbackIn,
};

function SubjectContext({ subject: { type, title, image, warning } }: { subject: Subject }) {
  const scope = scopes[type];
  return (
    <>
      {scope !== undefined && (title !== null || image !== null) && <p className="text-t15 text-ink-meta">{scope}</p>}
      {image && (
        <WarnedImages warning={warning}>
          <img
            className="report-image"
            src={image.url}
            alt={image.alt}
            width={image.width}
            height={image.height}
            style={{ backgroundColor: image.color }}
          />
        </WarnedImages>
      )}
      {title !== null && (
        <p className="font-semibold">
          <span dir="auto">{title}</span>
        </p>
      )}
    </>
  );
}

function ReportedText({ subject: { author, excerpt, type, created_at }, isOpen }: { subject: Subject; isOpen: boolean }) {
  if (type !== 'user' && !excerpt) return null;
  return (
    <div className="case-said" data-reported={isOpen || undefined}>
      <Avatar src={author?.avatar_url} size={40} />
      <div className="min-w-0 flex-1">
        <p className="case-said-head">
          <b dir="auto">{author?.name ?? words.formerMember}</b>
          {type !== 'user' && <HappenedTime at={created_at} />}
          {isOpen && <ReportedFlag />}
        </p>
        {excerpt && (
          <p className="report-note" dir="auto">
            {isolateNames(excerpt)}
          </p>
        )}
      </div>
    </div>
  );
}

export const ReportedFlag = () => (
  <span className="case-flag">
    <Flag size={16} strokeWidth={1.6} aria-hidden="true" /> {queueWords.reported}
  </span>
);

function hashOf(address: string): { hash?: string } {
  const hash = address.split('#')[1];
  return hash === undefined ? {} : { hash };
}

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
