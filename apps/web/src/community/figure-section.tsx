import * as words from '@mbari/words/community-health';
import { date } from '@mbari/words/format';
import { useId, useState } from 'react';
import { Plot, type PlotProps } from './plot.tsx';

interface FigureSectionProps extends Omit<PlotProps, 'formatDay'> {
  /** Summary, shown as the heading. */
  finding: string;
  about: string;
  /** Name of the CSV file without `.csv`. */
  name: string;
}

/** A plot with its summary, table and CSV download, or null without data. */
export function FigureSection({ finding, about, name, ...plot }: FigureSectionProps) {
  const [isTableShown, setIsTableShown] = useState(false);
  const id = useId();
  const { points, format } = plot;
  if (points.length === 0) return null;
  return (
    <section aria-labelledby={`${id}-title`} className="figure">
      <h2 id={`${id}-title`}>{finding}</h2>
      <p className="figure-about">{about}</p>
      <Plot {...plot} formatDay={dayShort} />
      <div className="flex flex-wrap gap-x-s5">
        <button
          type="button"
          className="link figure-way"
          aria-expanded={isTableShown}
          aria-controls={`${id}-table`}
          onClick={() => setIsTableShown(!isTableShown)}
        >
          {isTableShown ? words.hideTable : words.showTable}
        </button>
        <button type="button" className="link figure-way" onClick={() => saveCsv(name, points)}>
          {words.download}
        </button>
      </div>
      <div id={`${id}-table`} hidden={!isTableShown}>
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
    </section>
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
