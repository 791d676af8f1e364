import * as words from '@mbari/words/community-health';
import { date } from '@mbari/words/format';
import { useId, useState } from 'react';
import { daysBetween, type Point } from './series.ts';

interface FigureSectionProps extends Omit<PlotProps, 'formatDay'> {
  /** Summary, shown as the heading. */
  finding: string;
  about: string;
  /** Name of the CSV file without `.csv`. */
  name: string;
}

/** A summary with its plot, table and CSV download, or null without data. The summary stands alone until there are two values to compare. */
export function FigureSection({ finding, about, ...figure }: FigureSectionProps) {
  const id = useId();
  const { points } = figure;
  if (points.length === 0) return null;
  return (
    <section aria-labelledby={id} className="figure">
      <h2 id={id}>{finding}</h2>
      <p className="figure-about">{about}</p>
      {points.filter(({ value }) => value !== 0).length > 1 && <Figure about={about} {...figure} />}
    </section>
  );
}

function Figure({ about, name, ...plot }: Omit<FigureSectionProps, 'finding'>) {
  const [isTableShown, setIsTableShown] = useState(false);
  const tableId = useId();
  const { points, format } = plot;
  return (
    <>
      <Plot {...plot} formatDay={dayShort} />
      <div className="flex flex-wrap gap-x-s5">
        <button
          type="button"
          className="link figure-way"
          aria-expanded={isTableShown}
          aria-controls={tableId}
          onClick={() => setIsTableShown(!isTableShown)}
        >
          {isTableShown ? words.hideTable : words.showTable}
        </button>
        <button type="button" className="link figure-way" onClick={() => saveCsv(name, points)}>
          {words.download}
        </button>
      </div>
      <div id={tableId} hidden={!isTableShown}>
        <table className="figure-table">
          <caption className="sr-only">{about}</caption>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.value}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">{dayLong(day)}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

// Days are in the site's time zone for all readers.
const dayShort = (day: string): string => date(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayLong = (day: string): string => date(new Date(day), { dateStyle: 'medium', timeZone: 'UTC' });

/** CSV by RFC 4180, with raw values. */
function saveCsv(name: string, points: PlotProps['points']): void {
  const text = ['day,value', ...points.map(({ day, value }) => `${day},${value}`), ''].join('\r\n');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

interface PlotProps {
  kind: 'line' | 'bars';
  points: readonly Point[];
  format: (value: number) => string;
  formatDay: (day: string) => string;
  /** Horizontal line across the plot. */
  limit?: { value: number; label: string } | undefined;
  /** End of the dashed forecast. */
  forecast?: Point | undefined;
}

const size = { width: 520, height: 190 };
const frame = { top: 16, right: 96, bottom: 28, left: 64 };
const inner = { width: size.width - frame.left - frame.right, height: size.height - frame.top - frame.bottom };

/** Area or bar chart, hidden from screen readers, which read the table. */
function Plot({ kind, points, format, formatDay, limit, forecast }: PlotProps) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const span = Math.max(1, daysBetween(first.day, forecast?.day ?? last.day));
  const maximum = roundUp(Math.max(1, limit?.value ?? 0, ...points.map(({ value }) => value)));
  const x = (day: string): number => frame.left + (daysBetween(first.day, day) / span) * inner.width;
  const y = (value: number): number => frame.top + inner.height - (value / maximum) * inner.height;
  const labelPosition = { x: kind === 'bars' ? frame.left + inner.width : x(last.day), y: y(last.value) };
  return (
    <svg className="plot" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" direction="ltr">
      {[0, maximum / 2, maximum].map((value) => (
        <g key={value}>
          <line className="plot-rule" x1={frame.left} x2={frame.left + inner.width} y1={y(value)} y2={y(value)} />
          <text className="plot-axis" x={frame.left - 8} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {kind === 'bars' ? <Bars points={points} y={y} /> : <Line points={points} x={x} y={y} />}
      {forecast && <line className="plot-forecast" x1={labelPosition.x} y1={labelPosition.y} x2={x(forecast.day)} y2={y(forecast.value)} />}
      {limit && (
        <>
          <line className="plot-limit" x1={frame.left} x2={frame.left + inner.width} y1={y(limit.value)} y2={y(limit.value)} />
          <text className="plot-full" x={frame.left + inner.width + 8} y={y(limit.value) + 4}>
            {limit.label}
          </text>
        </>
      )}
      {kind === 'line' && <circle className="plot-point" cx={labelPosition.x} cy={labelPosition.y} r="4" />}
      <text className="plot-value" x={labelPosition.x + 10} y={labelPosition.y + (limit ? 20 : 5)}>
        {format(last.value)}
      </text>
      <text className="plot-axis" x={frame.left} y={size.height - 6}>
        {formatDay(first.day)}
      </text>
      <text className="plot-axis" x={frame.left + inner.width} y={size.height - 6} textAnchor="end">
        {formatDay(forecast?.day ?? last.day)}
      </text>
    </svg>
  );
}

interface SeriesProps {
  points: readonly Point[];
  y: (value: number) => number;
}

function Line({ points, x, y }: SeriesProps & { x: (day: string) => number }) {
  const corners = points.map(({ day, value }) => `${x(day).toFixed(1)},${y(value).toFixed(1)}`).join(' L');
  const [first, last] = [points[0]?.day ?? '', points.at(-1)?.day ?? ''];
  return (
    <>
      <path className="plot-area" d={`M${x(first).toFixed(1)},${y(0)} L${corners} L${x(last).toFixed(1)},${y(0)} Z`} />
      <path className="plot-line" d={`M${corners}`} />
    </>
  );
}

/** `data-last` highlights the last bar, the current figure. */
function Bars({ points, y }: SeriesProps) {
  const step = inner.width / points.length;
  return points.map(({ day, value }, index) => (
    <rect
      key={day}
      className="plot-bar"
      data-last={index === points.length - 1 || undefined}
      x={frame.left + index * step + step * 0.1}
      width={step * 0.8}
      y={y(value)}
      height={Math.max(0, y(0) - y(value))}
    />
  ));
}

/** Rounds up to 1, 2, 4 or 5 times a power of ten, so that the middle label, half the value, is also round. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((times) => times * power).find((candidate) => candidate >= value) ?? value;
}
