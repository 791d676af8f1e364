import type { ReportBackground, ReportCase, Wording } from '@mbari/contract/moderation/cases';
import * as limits from '@mbari/contract/platform/limits';
import { stateEdited } from '@mbari/words/moderation';
import * as words from '@mbari/words/report-desk';
import { useQuery } from '@tanstack/react-query';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { isolateNames } from '~/platform/ui/isolate-names.tsx';
import { reportBackground } from './moderation-queries.ts';
import './evidence.css';

/** Snapshots beside the current content, with earlier versions of a post. Empty if the case above already shows everything. */
export function Evidence({ report }: { report: ReportCase }) {
  const { data } = useQuery(reportBackground(report.id));
  if (!data || (report.resolution === null && isAllSaid(data))) return null;
  const { evidence, now, versions } = data;
  const isChanged = evidence.some(({ is_current: isCurrent }) => !isCurrent);
  return (
    <section className="evidence">
      {evidence.map((one) => (
        <Words key={one.id} title={words.asReported} at={one.created_at} since={sinceOf(one, now)} wording={one} />
      ))}
      {isChanged && now && <Words title={words.asItIsNow} wording={now} />}
      {versions.length > 0 && <h3 className="report-count">{words.versions}</h3>}
      {versions.map(({ version, body, written_at: at }) => (
        <div key={version} className="evidence-state">
          <p className="report-meta">
            <HappenedTime at={at} />
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

const sinceOf = ({ is_current: isCurrent }: ReportBackground['evidence'][number], now: Wording | null): string | null =>
  now === null ? words.deletedSince : isCurrent ? null : stateEdited;

/** One unchanged, short snapshot, which the case already shows. */
const isAllSaid = ({ evidence, versions }: ReportBackground): boolean =>
  versions.length === 0 &&
  evidence.length < 2 &&
  evidence.every(
    ({ is_current: isCurrent, body, images, details }) =>
      isCurrent && images.length < 2 && details.length === 0 && (body ?? '').length <= limits.reportExcerpt,
  );

interface WordsProps {
  title: string;
  at?: string;
  since?: string | null;
  wording: Wording;
}

function Words({ title, at, since = null, wording: { title: name, body, details, images } }: WordsProps) {
  return (
    <div className="evidence-state">
      <h3 className="report-count">{title}</h3>
      <p className="report-meta">
        {at !== undefined && <HappenedTime at={at} />}
        {since !== null && <span className="report-state">{since}</span>}
      </p>
      {name !== null && (
        <p className="font-semibold" dir="auto">
          {name}
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
      {images.map(({ url, alt, width, height, color }) => (
        <img key={url} className="report-image" src={url} alt={alt} width={width} height={height} style={{ backgroundColor: color }} />
      ))}
    </div>
  );
}
