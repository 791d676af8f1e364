import type { CommunityHealth } from '@mbari/contract/community/health';
import * as words from '@mbari/words/community-health';
import { date, number } from '@mbari/words/format';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { FigureSection } from './figure-section.tsx';
import { groupByWeek, lastWholeDay, forecastFullDay, lastDays, type Point, selectPoints } from './series.ts';
import './community-health.css';

/** Weeks end yesterday, because today is incomplete. */
export function Figures({ health }: { health: CommunityHealth }) {
  const { days, open_reports } = health;
  const weekly = groupByWeek(days, 'active_week', 'last');
  const photos = groupByWeek(days, 'photos', 'sum');
  return (
    <>
      <p className="figures-lead">
        {weekly.length > 0 && words.lead({ active: lastValue(weekly), photos: lastValue(photos) })}{' '}
        {words.leadReports({ count: open_reports.count })}
      </p>
      <div className="figures">
        <MemberFigures health={health} weekly={weekly} />
        <PostFigures days={days} photos={photos} />
        <RunningFigures health={health} />
      </div>
    </>
  );
}

function MemberFigures({ health: { days, year }, weekly }: { health: CommunityHealth; weekly: readonly Point[] }) {
  const members = selectPoints(year, 'members');
  const daily = lastDays(days, 'active_day', 29).filter(({ day }) => day <= lastWholeDay(days));
  return (
    <>
      <FigureSection
        kind="line"
        name="members"
        finding={words.joined({ count: countJoinedInMonth(days) })}
        about={words.joinedSub}
        points={members}
        format={count}
      />
      <FigureSection
        kind="bars"
        name="active-by-week"
        finding={words.active({ count: lastValue(weekly) })}
        about={words.activeSub}
        points={weekly}
        format={count}
      />
      <FigureSection
        kind="bars"
        name="active-by-day"
        finding={words.daily({ count: lastValue(daily) })}
        about={words.dailySub}
        points={daily}
        format={count}
      />
    </>
  );
}

function PostFigures({ days, photos }: { days: CommunityHealth['days']; photos: readonly Point[] }) {
  const comments = groupByWeek(days, 'comments', 'sum');
  const replies = groupByWeek(days, 'first_reply', 'last');
  const described = groupByWeek(days, 'described', 'last');
  return (
    <>
      <FigureSection
        kind="bars"
        name="photos"
        finding={words.photos({ count: lastValue(photos) })}
        about={words.photosSub}
        points={photos}
        format={count}
      />
      <FigureSection
        kind="bars"
        name="comments"
        finding={words.comments({ count: lastValue(comments) })}
        about={words.commentsSub}
        points={comments}
        format={count}
      />
      <FigureSection
        kind="line"
        name="described"
        finding={words.described({ share: percent(lastValue(described)) })}
        about={words.describedSub}
        points={described}
        format={percent}
      />
      <FigureSection
        kind="line"
        name="first-reply"
        finding={words.reply({ time: formatDuration(lastValue(replies)) })}
        about={words.replySub}
        points={replies}
        format={formatDuration}
      />
    </>
  );
}

function RunningFigures({ health: { days, year, storage_limit } }: { health: CommunityHealth }) {
  const reports = groupByWeek(days, 'report_handling', 'last');
  const storage = selectPoints(year, 'storage');
  const fullDay = forecastFullDay(storage, storage_limit);
  const isNearFull = fullDay !== null && storage_limit !== null;
  const mails = groupByWeek(days, 'mails', 'sum');
  return (
    <>
      <FigureSection
        kind="line"
        name="report-handling"
        finding={words.report({ time: formatDuration(lastValue(reports)) })}
        about={words.reportSub}
        points={reports}
        format={formatDuration}
      />
      <FigureSection
        kind="line"
        name="storage"
        finding={isNearFull ? words.storageLasts({ date: formatMonth(fullDay) }) : words.storage({ size: formatBytes(lastValue(storage)) })}
        about={words.storageSub}
        points={storage}
        format={formatBytes}
        limit={isNearFull ? { value: storage_limit, label: words.full } : undefined}
        forecast={isNearFull ? { day: fullDay, value: storage_limit } : undefined}
      />
      <FigureSection
        kind="bars"
        name="mails"
        finding={words.mails({ mails: lastValue(mails), jobs: lastValue(selectPoints(days, 'failed_jobs')) })}
        about={words.mailsSub}
        points={mails}
        format={count}
      />
    </>
  );
}

const lastValue = (points: readonly { value: number }[]): number => points.at(-1)?.value ?? 0;
const count = (value: number): string => number(value, { maximumFractionDigits: 1 });
const percent = (value: number): string => number(value, { style: 'percent' });
const formatMonth = (day: string): string => date(new Date(day), { month: 'long', year: 'numeric', timeZone: 'UTC' });

function countJoinedInMonth(days: CommunityHealth['days']): number {
  const points = lastDays(days, 'members', 31);
  return Math.max(0, lastValue(points) - (points[0]?.value ?? 0));
}

/** Formats seconds: '40 sec', '47 min', '3 hr', '2 days'. */
function formatDuration(seconds: number): string {
  const [unit, unitSeconds] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < 5_400
        ? (['minute', 60] as const)
        : seconds < 129_600
          ? (['hour', 3_600] as const)
          : (['day', 86_400] as const);
  return number(seconds / unitSeconds, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: seconds < 5_400 ? 0 : 1 });
}
