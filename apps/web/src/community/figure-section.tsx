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
