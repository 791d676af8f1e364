import type { CommunityHealth } from '@mbari/contract/shapes/community-health';
import * as words from '@mbari/words/community-health';
import { date, number } from '@mbari/words/format';
import { sizeOf } from '~/lib/size-of.ts';
import { durationOf } from './duration-of.ts';
import { FigureSection } from './figure-section.tsx';
import { byWeek, endOfDays, fullAt, lastDays, pointsOf } from './series.ts';
import './community-health.css';

/** How the community does. Weeks end with yesterday: today is not whole yet. */
export function Figures({ health: { days, year, open_reports, storage_limit } }: { health: CommunityHealth }) {
  const members = pointsOf(year, 'members');
  const weekly = byWeek(days, 'active_week', 'last');
  const daily = lastDays(days, 'active_day', 29).filter(({ day }) => day <= endOfDays(days));
  const [photos, comments, mails] = [byWeek(days, 'photos', 'sum'), byWeek(days, 'comments', 'sum'), byWeek(days, 'mails', 'sum')];
  const [replies, reports] = [byWeek(days, 'first_reply', 'last'), byWeek(days, 'report_handling', 'last')];
  const storage = pointsOf(year, 'storage');
  const full = fullAt(storage, storage_limit);
  const nearFull = full !== null && storage_limit !== null;
  const [reply, report] = [replies.at(-1)?.value, reports.at(-1)?.value];
  return (
    <>
      <p className="figures-lead">
        {words.lead({ active: lastOf(weekly), photos: lastOf(photos) })} {words.leadReports({ count: open_reports.count })}
      </p>
      <div className="figures">
        <FigureSection
          kind="line"
          name="members"
          finding={words.joined({ count: joinedInMonth(days) })}
          about={words.joinedSub}
          points={members}
          format={count}
        />
        <FigureSection
          kind="bars"
          name="active-by-week"
          finding={words.active({ count: lastOf(weekly) })}
          about={words.activeSub}
          points={weekly}
          format={count}
        />
        <FigureSection
          kind="bars"
          name="active-by-day"
          finding={words.daily({ count: lastOf(daily) })}
          about={words.dailySub}
          points={daily}
          format={count}
        />
        <FigureSection
          kind="bars"
          name="photos"
          finding={words.photos({ count: lastOf(photos) })}
          about={words.photosSub}
          points={photos}
          format={count}
        />
        <FigureSection
          kind="bars"
          name="comments"
          finding={words.comments({ count: lastOf(comments) })}
          about={words.commentsSub}
          points={comments}
          format={count}
        />
        <FigureSection
          kind="line"
          name="first-reply"
          finding={reply === undefined ? words.replyNone : words.reply({ time: durationOf(reply) })}
          about={words.replySub}
          points={replies}
          format={durationOf}
        />
        <FigureSection
          kind="line"
          name="report-handling"
          finding={report === undefined ? words.reportNone : words.report({ time: durationOf(report) })}
          about={words.reportSub}
          points={reports}
          format={durationOf}
        />
        <FigureSection
          kind="line"
          name="storage"
          finding={nearFull ? words.storageLasts({ date: monthOf(full) }) : words.storage({ size: sizeOf(lastOf(storage)) })}
          about={words.storageSub}
          points={storage}
          format={sizeOf}
          limit={nearFull ? { value: storage_limit, label: words.full } : undefined}
          forecast={nearFull ? { day: full, value: storage_limit } : undefined}
        />
        <FigureSection
          kind="bars"
          name="mails"
          finding={words.mails({ mails: lastOf(mails), jobs: lastOf(pointsOf(days, 'failed_jobs')) })}
          about={words.mailsSub}
          points={mails}
          format={count}
        />
      </div>
    </>
  );
}

const lastOf = (points: readonly { value: number }[]): number => points.at(-1)?.value ?? 0;
const count = (value: number): string => number(value, { maximumFractionDigits: 1 });
const monthOf = (day: string): string => date(new Date(day), { month: 'long', year: 'numeric', timeZone: 'UTC' });

function joinedInMonth(days: CommunityHealth['days']): number {
  const points = lastDays(days, 'members', 31);
  return Math.max(0, lastOf(points) - (points[0]?.value ?? 0));
}
