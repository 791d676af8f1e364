import { type Challenge, scoreScales } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenge-results';
import { number } from '@mbari/words/format';
import { type CSSProperties, useState } from 'react';

interface DistributionProps {
  /** Number of entries in each part of the scale, lowest scores first. */
  counts: readonly number[];
  method: Challenge['method'];
  /** Scores of the viewer's entries. */
  own: readonly number[];
}

const mostDark = 10;

/** Bars of entries by score, or their table, which screen readers always read. */
export function Distribution({ counts, method, own }: DistributionProps) {
  const { low, high } = scoreScales[method];
  const [isTable, setTable] = useState(false);
  const width = (high - low) / counts.length;
  const ownIndexes = new Set(own.map((score) => Math.min(Math.floor((score - low) / width), counts.length - 1)));
  const bars = countDark(counts)
    .map((bar, index) => ({ ...bar, index, from: low + index * width, to: low + (index + 1) * width, isOwn: ownIndexes.has(index) }))
    .toReversed();
  const used = bars.filter(({ count }) => count > 0).map(({ index }) => index);
  const shown = bars.filter(({ index }) => index >= Math.min(...used) && index <= Math.max(...used));
  const most = roundUp(Math.max(...counts));
  const show = (score: number): string => number(score, { maximumFractionDigits: 1 });
  return (
    <>
      <p className="results-hint">{words.distributionHint({ count: mostDark })}</p>
      {!isTable && (
        <div className="distribution" aria-hidden="true">
          <span className="distribution-counts">
            {[most, most / 2, 0].map((count) => (
              <span key={count}>{number(count)}</span>
            ))}
          </span>
          <span className="distribution-bars">
            {shown.toReversed().map(({ index, count, dark, isOwn }) => (
              <span key={index} data-own={isOwn || undefined}>
                <i
                  style={
                    { '--height': `${(100 * count) / most}%`, '--dark': count > 0 ? `${(100 * dark) / count}%` : '0%' } as CSSProperties
                  }
                />
              </span>
            ))}
          </span>
          <span className="distribution-scores">
            <span>{show(shown.at(-1)?.from ?? low)}</span>
            <span>{words.score}</span>
            <span>{show(shown[0]?.to ?? high)}</span>
          </span>
          {ownIndexes.size > 0 && <span className="distribution-own">{words.yours}</span>}
        </div>
      )}
      <div className={isTable ? '' : 'sr-only'}>
        <table className="ranking distribution-table">
          <thead>
            <tr>
              <th scope="col">{words.score}</th>
              <th scope="col">{words.entries}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ index, count, from, to, isOwn }) => (
              <tr key={index} data-own={isOwn || undefined}>
                <th scope="row">
                  {words.between({ low: show(from), high: show(to) })} {isOwn && <b>{words.yours}</b>}
                </th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="ranking-ways">
        <button type="button" className="link" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? words.showPlot : words.showTable}
        </button>
      </div>
    </>
  );
}

/** Counts the best entries of each bar. */
function countDark(counts: readonly number[]): { count: number; dark: number }[] {
  let rest = mostDark;
  const bars = counts.toReversed().map((count) => {
    const dark = Math.min(count, rest);
    rest -= dark;
    return { count, dark };
  });
  return bars.toReversed();
}

/** Rounds up to 2, 4 or 10 times a power of ten, so that half of it is whole. */
function roundUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count));
  return [2, 4, 10, 20].map((times) => times * power).find((most) => most >= count) ?? count;
}
