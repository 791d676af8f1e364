import type { ReportCase } from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation';
import { takenBy, yours } from '@mbari/words/report-desk';
import * as queueWords from '@mbari/words/report-queue';
import { Link } from '@tanstack/react-router';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { isolateNames } from '~/platform/ui/isolate-names.tsx';
import type { ReportState } from './moderation-queries.ts';
import { SubjectIcon, subjectTitle } from './subject-title.tsx';
import { addressOf } from './use-opened-case.ts';

interface QueueRowProps {
  report: ReportCase;
  state: ReportState;
  isOpen: boolean;
  isSelected: boolean;
  failure: string | undefined;
  onToggle: () => void;
  onOpen: () => void;
}

const hasOwnTitle: ReadonlySet<string> = new Set(['photo', 'series', 'exhibition', 'challenge']);

export function QueueRow({ report, state, isOpen, isSelected, failure, onToggle, onOpen }: QueueRowProps) {
  const { id, subject, is_urgent, reports_count: count, reports, resolution, assignee, viewer } = report;
  const title = subjectTitle(subject);
  const about = subject && (hasOwnTitle.has(subject.type) ? subject.title : subject.excerpt || subject.title);
  return (
    <li className="queue-row" data-case={id} data-current={isOpen || undefined}>
      {state === 'open' && (
        <label className="queue-check">
          <input type="checkbox" checked={isSelected} aria-label={queueWords.select({ what: title })} onChange={onToggle} />
        </label>
      )}
      <Link {...addressOf(state, id)} className="queue-link" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <span className="queue-title">
          <SubjectIcon subject={subject} size={18} />
          <span dir="auto">{title}</span>
        </span>
        {about && (
          <span className="queue-about">
            <span dir="auto">{isolateNames(about)}</span>
          </span>
        )}
        <span className="queue-meta">
          {is_urgent && <b className="queue-urgent">{words.urgent}</b>}
          <span className={count > 1 ? 'queue-urgent' : undefined}>{queueWords.count({ count })}</span>
          <HappenedTime at={resolution?.created_at ?? reports.at(-1)?.created_at ?? subject?.created_at ?? ''} />
          {assignee && <span dir="auto">{viewer.has_taken ? yours : takenBy({ name: assignee.name })}</span>}
        </span>
      </Link>
      {failure !== undefined && <p className="queue-refused">{failure}</p>}
    </li>
  );
}
