'use no memo';

import type { ReportCase } from '@mbari/contract/moderation/cases';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/moderation';
import * as queueWords from '@mbari/words/report-queue';
import { ArrowLeft, ChevronDown, ChevronUp, Flag, Siren } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { dayOf } from '~/platform/lib/dates.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { reasonNamed } from '~/platform/ui/reason-words.ts';
import { CardActions } from './card-actions.tsx';
import { CaseSubject } from './case-subject.tsx';
import { RuleField } from './reason.tsx';

const Desk = lazy(async () => ({ default: (await import('./desk.tsx')).Desk }));
const Evidence = lazy(async () => ({ default: (await import('./evidence.tsx')).Evidence }));

interface CaseViewProps {
  report: ReportCase;
  position: { index: number; count: number; hasNext: boolean };
  onGo: (by: 1 | -1) => void;
  onBack: () => void;
}

export function CaseView({ report, position, onGo, onBack }: CaseViewProps) {
  const id = useId();
  const [ruleId, setRuleId] = useState('');
  const { subject, resolution } = report;
  return (
    <article tabIndex={-1} className="case" aria-labelledby={id} data-open={resolution === null || undefined}>
      <CaseBar position={position} onGo={onGo} onBack={onBack} />
      <div className="case-subject">
        <CaseSubject id={id} subject={subject} isOpen={resolution === null} />
        <Suspense>
          <Evidence report={report} />
        </Suspense>
      </div>
      <div className="case-side">
        <div className="case-side-in">
          {report.is_urgent && (
            <p className="report-urgent">
              <Siren size={16} strokeWidth={1.6} aria-hidden="true" /> {words.urgent}
            </p>
          )}
          <Reporters report={report} />
          <Suspense>{resolution === null && <Desk report={report} />}</Suspense>
          {resolution && <Resolution resolution={resolution} />}
          {resolution === null && <RuleField name="rule" label={queueWords.citedRule} value={ruleId} onChange={setRuleId} />}
          <div className="case-acts">
            <CardActions report={report} labelledBy={id} ruleId={ruleId} />
          </div>
        </div>
      </div>
    </article>
  );
}

/** Shown where the case covers the list. */
function CaseBar({ position: { index, count, hasNext }, onGo, onBack }: Omit<CaseViewProps, 'report'>) {
  return (
    <div className="case-bar">
      <IconButton label={queueWords.back} onClick={onBack}>
        <ArrowLeft size={22} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <b>{queueWords.position({ at: index + 1, count })}</b>
      <IconButton label={queueWords.previous} disabled={index === 0} onClick={() => onGo(-1)}>
        <ChevronUp size={22} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <IconButton label={queueWords.next} disabled={!hasNext} onClick={() => onGo(1)}>
        <ChevronDown size={22} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Reporters({ report }: { report: ReportCase }) {
  const { reports, reports_count, reasons } = report;
  const unlistedCount = reports_count - reports.length;
  return (
    <section className="report-reporters">
      <h3 className="report-count" data-urgent={reports_count > 2 || undefined}>
        <Flag size={16} strokeWidth={1.6} aria-hidden="true" />
        {words.reporters({ count: reports_count })}
      </h3>
      {reasons.length > 1 && (
        <p className="report-meta">{reasons.map(({ count, ...reasonFields }) => `${reasonNamed(reasonFields)} × ${count}`).join(' · ')}</p>
      )}
      <ul>
        {reports.map(({ reporter, reason, rule, note, is_automatic, created_at }) => (
          <li key={`${reporter?.id} ${created_at}`}>
            <Avatar src={reporter?.avatar_url} size={28} />
            <div className="min-w-0">
              <p>
                <span className="font-semibold" dir="auto">
                  {reporter?.name ?? (is_automatic ? words.automatic : reason === 'person_shown' ? words.visitor : words.formerMember)}
                </span>{' '}
                <span className="text-ink-meta">{is_automatic ? words.automaticWhy : reasonNamed({ reason, rule })}</span>
              </p>
              {reason === 'person_shown' && <p className="report-meta">{words.answerBy({ day: dayOf(deadlineOf(created_at)) })}</p>}
              {note !== null && (
                <p className="report-note" dir="auto">
                  {note}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {unlistedCount > 0 && <p className="report-meta">{words.moreReports({ count: unlistedCount })}</p>}
    </section>
  );
}

const deadlineOf = (askedAt: string): string => new Date(Date.parse(askedAt) + limits.removalDays * 24 * 60 * 60_000).toISOString();

const outcomes = {
  dismissed: words.outcomeKept,
  marked: words.outcomeMarked,
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
