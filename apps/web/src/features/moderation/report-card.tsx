import type { ReportCase } from '@mbari/contract/shapes/moderation';
import * as words from '@mbari/words/moderation';
import { Link } from '@tanstack/react-router';
import { Flag, Image, MessageCircle, MessageSquareText, MessagesSquare, Siren, UserRound } from 'lucide-react';
import { useId } from 'react';
import { HappenedTime } from '~/features/notifications/happened-time.tsx';
import { reasonNamed } from '~/features/reports/reason-words.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { CardActions } from './card-actions.tsx';
import { Desk } from './desk.tsx';

type Subject = NonNullable<ReportCase['subject']>;

const icons = { photo: Image, comment: MessageCircle, forum_post: MessagesSquare, topic: MessageSquareText, user: UserRound } as const;
const titles = {
  photo: words.photoBy,
  comment: words.commentBy,
  forum_post: words.postBy,
  topic: words.topicBy,
  user: words.member,
} as const;

/** One thing that is reported: what it is, who reported it and why, and what can be done about it. */
export function ReportCard({ report }: { report: ReportCase }) {
  const id = useId();
  const { subject, resolution } = report;
  return (
    <article tabIndex={-1} className="report-card" aria-labelledby={id} data-open={resolution === null || undefined}>
      {subject === null ? (
        <h2 id={id} className="report-title">
          {words.erased}
        </h2>
      ) : (
        <About id={id} subject={subject} isOpen={resolution === null} />
      )}
      {report.is_urgent && (
        <p className="report-urgent">
          <Siren size={16} strokeWidth={1.6} aria-hidden="true" /> {words.urgent}
        </p>
      )}
      <Reporters report={report} />
      {resolution === null && <Desk report={report} />}
      {resolution && <Resolution resolution={resolution} />}
      <CardActions report={report} labelledBy={id} />
    </article>
  );
}

function About({ id, subject, isOpen }: { id: string; subject: Subject; isOpen: boolean }) {
  const { type, author, title, excerpt, image, address, state, author_is_suspended } = subject;
  const Icon = icons[type];
  const hidden = !isOpen && title === null && excerpt === null && type !== 'user';
  return (
    <div className="report-about" data-image={image !== null || undefined}>
      {image && (
        <img
          className="report-image"
          src={image.url}
          alt={image.alt}
          width={image.width}
          height={image.height}
          loading="lazy"
          style={{ backgroundColor: image.color }}
        />
      )}
      <div className="grid content-start gap-s2">
        <h2 id={id} className="report-title">
          <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
          <span dir="auto">{titles[type]({ name: author?.name ?? words.formerMember })}</span>
        </h2>
        <p className="report-meta">
          <HappenedTime at={subject.created_at} />
          {state === 'removed' && <span className="report-state">{words.stateRemoved}</span>}
          {state === 'deleted' && <span className="report-state">{words.stateDeleted}</span>}
          {author_is_suspended && <span className="report-state">{words.stateSuspended}</span>}
        </p>
        {title !== null && (
          <p className="font-semibold" dir="auto">
            {title}
          </p>
        )}
        {excerpt !== null && excerpt !== '' && (
          <p className="report-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
        {hidden && <p className="text-ink-meta">{words.notReadable}</p>}
        {address !== null && (
          <p>
            <Link to={address.split('#')[0]} {...hashOf(address)} className="link text-t15">
              {words.view}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

function hashOf(address: string): { hash?: string } {
  const hash = address.split('#')[1];
  return hash === undefined ? {} : { hash };
}

function Reporters({ report }: { report: ReportCase }) {
  const { reports, reports_count, reasons } = report;
  const more = reports_count - reports.length;
  return (
    <section className="report-reporters">
      <h3 className="report-count" data-urgent={reports_count > 2 || undefined}>
        <Flag size={16} strokeWidth={1.6} aria-hidden="true" />
        {words.reporters({ count: reports_count })}
      </h3>
      {reasons.length > 1 && (
        <p className="report-meta">{reasons.map(({ count, ...named }) => `${reasonNamed(named)} × ${count}`).join(' · ')}</p>
      )}
      <ul>
        {reports.map(({ reporter, reason, rule, note, is_automatic, created_at }) => (
          <li key={`${reporter?.id} ${created_at}`}>
            <Avatar src={reporter?.avatar_url} size={28} />
            <div className="min-w-0">
              <p>
                <span className="font-semibold" dir="auto">
                  {reporter?.name ?? (is_automatic ? words.automatic : words.formerMember)}
                </span>{' '}
                <span className="text-ink-meta">{is_automatic ? words.automaticWhy : reasonNamed({ reason, rule })}</span>
              </p>
              {note !== null && (
                <p className="report-note" dir="auto">
                  {note}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="report-meta">{words.moreReports({ count: more })}</p>}
    </section>
  );
}

const outcomes = {
  dismissed: words.outcomeKept,
  removed: words.outcomeRemoved,
  warned: words.outcomeWarned,
  silenced: words.outcomeSilenced,
  suspended: words.outcomeSuspended,
} as const;

function Resolution({ resolution: { outcome, reason, rule, by, created_at } }: { resolution: NonNullable<ReportCase['resolution']> }) {
  return (
    <section className="report-resolution" data-outcome={outcome}>
      <p>
        <b>{outcomes[outcome]}</b> <span dir="auto">{words.by({ name: by?.name ?? words.formerMember })}</span>
      </p>
      {rule !== null && (
        <p className="text-t15 font-semibold" dir="auto">
          {rule.title}
        </p>
      )}
      {reason !== null && (
        <p className="report-note" dir="auto">
          {reason}
        </p>
      )}
      <p className="report-meta">
        <HappenedTime at={created_at} />
      </p>
    </section>
  );
}
