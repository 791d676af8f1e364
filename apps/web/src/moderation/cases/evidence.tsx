'use no memo';

import type { EvidenceMessage, ReportBackground, ReportCase, Wording } from '@mbari/contract/moderation/cases';
import * as limits from '@mbari/contract/platform/limits';
import { formerMember, stateEdited } from '@mbari/words/moderation';
import * as words from '@mbari/words/report-desk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { WarnedImages } from '~/moderation/warned-images.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { isolateNames } from '~/platform/ui/phrase.tsx';
import { ReportedFlag } from './case-subject.tsx';
import { reportBackground } from './moderation-queries.ts';

/** Snapshots beside the current content, with earlier versions of a post. Renders nothing if the open case already shows everything. */
export function Evidence({ report }: { report: ReportCase }) {
  const { data } = useQuery(reportBackground(report.id));
  if (!data || (report.resolution === null && isShownInCase(data))) return null;
  const { evidence, now, versions } = data;
  const isChanged = evidence.some(({ is_current: isCurrent }) => !isCurrent);
  return (
    <section className="evidence">
      {evidence.map((snapshot) => (
        <SnapshotCard
          key={snapshot.id}
          title={words.asReported}
          createdAt={snapshot.created_at}
          change={describeChange(snapshot, now)}
          wording={snapshot}
        >
          {snapshot.messages.length > 0 && <ReportedMessages messages={snapshot.messages} />}
        </SnapshotCard>
      ))}
      {isChanged && now && <SnapshotCard title={words.asItIsNow} wording={now} />}
      {versions.length > 0 && <h3 className="report-count">{words.versions}</h3>}
      {versions.map(({ version, body, written_at: createdAt }) => (
        <div key={version} className="evidence-state">
          <p className="report-meta">
            <HappenedTime at={createdAt} />
          </p>
          <p className="report-note" dir="auto">
            {isolateNames(body)}
          </p>
        </div>
      ))}
      {evidence.length > 0 && <p className="report-meta">{words.evidenceKept({ days: limits.evidenceDays })}</p>}
    </section>
  );
}

const describeChange = ({ is_current: isCurrent, messages }: ReportBackground['evidence'][number], now: Wording | null): string | null =>
  messages.length > 0 ? null : now === null ? words.deletedSince : isCurrent ? null : stateEdited;

/** Returns whether the case already shows everything: one unchanged, short snapshot. */
const isShownInCase = ({ evidence, versions }: ReportBackground): boolean =>
  versions.length === 0 &&
  evidence.length < 2 &&
  evidence.every(
    ({ is_current: isCurrent, body, images, details }) =>
      isCurrent && images.length < 2 && details.length === 0 && (body ?? '').length <= limits.reportExcerpt,
  );

interface SnapshotCardProps {
  title: string;
  createdAt?: string;
  change?: string | null;
  wording: Wording;
  children?: ReactNode;
}

function SnapshotCard({
  title,
  createdAt,
  change = null,
  wording: { title: heading, body, details, warning, images },
  children,
}: SnapshotCardProps) {
  return (
    <div className="evidence-state">
      <h3 className="report-count">{title}</h3>
      <p className="report-meta">
        {createdAt !== undefined && <HappenedTime at={createdAt} />}
        {change !== null && <span className="report-state">{change}</span>}
      </p>
      {heading !== null && (
        <p className="font-semibold" dir="auto">
          {heading}
        </p>
      )}
      {details.map((line, index) => (
        <p key={index} dir="auto">
          {isolateNames(line)}
        </p>
      ))}
      {body !== null && (
        <p className="report-note" dir="auto">
          {isolateNames(body)}
        </p>
      )}
      <EvidenceImages warning={warning} images={images} />
      {children}
    </div>
  );
}

function EvidenceImages({ warning, images }: Pick<Wording, 'warning' | 'images'>) {
  if (images.length === 0) return null;
  return (
    <WarnedImages warning={warning}>
      {images.map(({ url, alt, width, height, color }) => (
        <img key={url} className="report-image" src={url} alt={alt} width={width} height={height} style={{ backgroundColor: color }} />
      ))}
    </WarnedImages>
  );
}

/** The reported message among those that the reporter added to it. */
function ReportedMessages({ messages }: { messages: readonly EvidenceMessage[] }) {
  return (
    <>
      <p className="report-meta">{words.messagesChosen}</p>
      <ol>
        {messages.map(({ id, is_reported: isReported, author, body, warning, images, created_at: createdAt }) => (
          <li key={id} className="case-said" data-reported={isReported || undefined}>
            <div className="min-w-0 flex-1">
              <p className="case-said-head">
                <b dir="auto">{author?.name ?? formerMember}</b>
                {author && <span dir="ltr">@{author.username}</span>}
                <HappenedTime at={createdAt} />
                {isReported && <ReportedFlag />}
              </p>
              {body !== '' && (
                <p className="report-note" dir="auto">
                  {isolateNames(body)}
                </p>
              )}
              <EvidenceImages warning={warning} images={images} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
