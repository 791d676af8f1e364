import { type Challenge, type ChallengeResult, scoreScales } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenge-results';
import { list, number } from '@mbari/words/format';
import { Link } from '@tanstack/react-router';
import { MessageSquareQuote } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { IconButton } from '~/platform/ui/button.tsx';

type Method = Challenge['method'];

interface RankingProps {
  results: readonly ChallengeResult[];
  /** Results of the viewer that are repeated under the first ten. */
  pinned: readonly ChallengeResult[];
  method: Method;
  /** Ids of the viewer's entries. */
  own: ReadonlySet<string>;
  onMention: false | ((result: ChallengeResult) => void);
}

const pinnedUnder = 10;

/** A table with each entry's interval and votes, drawn or as numbers. Screen readers read numbers in both. */
export function Ranking({ results, pinned, method, own, onMention }: RankingProps) {
  const [isTable, setTable] = useState(false);
  const { low, high } = scoreScales[method];
  const show = (value: number): string => number(value, { maximumFractionDigits: method === 'pairs' ? 0 : 2 });
  const rows = [
    ...results.slice(0, pinnedUnder),
    ...pinned.map((result) => ({ ...result, isPinned: true })),
    ...results.slice(pinnedUnder),
  ].map((result) => ({ isPinned: false, ...result }));
  const kinds = method === 'pairs' ? [words.won, words.undecided, words.lost] : [1, 2, 3, 4, 5].map((points) => words.points({ points }));
  return (
    <>
      <p className="results-hint">
        {words.rankingHint} {method === 'pairs' ? words.pairScore : words.pointScore}
      </p>
      <div className="ranking-ways">
        <ul className="ranking-legend" data-method={method} aria-hidden="true">
          {kinds.map((kind, index) => (
            <li key={kind}>
              <i data-kind={index} />
              {kind}
            </li>
          ))}
        </ul>
        <button type="button" className="link" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? words.showPlot : words.showTable}
        </button>
      </div>
      <div className="ranking-scroll" {...(isTable && { role: 'group', 'aria-label': words.ranking, tabIndex: 0 })}>
        <table className="ranking" data-table={isTable || undefined}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{words.place}</span>
              </th>
              <th scope="col">
                <span className="sr-only">{words.photo}</span>
              </th>
              {!isTable && (
                <th scope="col" className="ranking-plot">
                  <span className="ranking-ticks" aria-hidden="true">
                    {[low, (low + high) / 2, high].map((tick) => (
                      <span key={tick}>{number(tick)}</span>
                    ))}
                  </span>
                  <span className="sr-only">{list([words.interval, words.tally])}</span>
                </th>
              )}
              <th scope="col" className="ranking-score">
                {words.score}
              </th>
              {isTable && <th scope="col">{words.interval}</th>}
              {isTable &&
                kinds.map((kind) => (
                  <th key={kind} scope="col">
                    {kind}
                  </th>
                ))}
              {onMention && (
                <th scope="col" className="ranking-mention">
                  <span className="sr-only">{words.mention}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ isPinned, ...result }) => (
              <tr
                key={`${result.entry_id} ${isPinned}`}
                data-own={own.has(result.entry_id) || undefined}
                data-pinned={isPinned || undefined}
              >
                <td className="ranking-place">{result.place !== null && number(result.place)}</td>
                <th scope="row">
                  <Name result={result} isOwn={own.has(result.entry_id)} />
                </th>
                {!isTable && (
                  <td className="ranking-plot">
                    <Interval result={result} method={method} />
                    <Tally tally={result.tally} method={method} />
                    <span className="sr-only">
                      {list([
                        words.between({ low: show(result.low), high: show(result.high) }),
                        ...result.tally.map((count, index) => words.counted({ what: kinds[index] ?? '', count })),
                      ])}
                    </span>
                  </td>
                )}
                <td className="ranking-score">{show(result.score)}</td>
                {isTable && <td>{words.between({ low: show(result.low), high: show(result.high) })}</td>}
                {isTable && result.tally.map((count, index) => <td key={index}>{number(count)}</td>)}
                {onMention && (
                  <td>
                    <IconButton label={words.mentionOf({ title: result.photo.title })} onClick={() => onMention(result)}>
                      <MessageSquareQuote size={18} strokeWidth={1.6} aria-hidden="true" />
                    </IconButton>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const Name = ({ result: { photo }, isOwn }: { result: ChallengeResult; isOwn: boolean }) => (
  <span className="ranking-name">
    <Thumb image={photo.images[0]} />
    <span className="min-w-0">
      <Link to="/post/$id" params={{ id: photo.id }} className="result-title truncate" dir="auto">
        {photo.title}
      </Link>
      <span className="ranking-maker">
        {isOwn && <b>{words.yours}</b>}
        <span className="truncate" dir="auto">
          {photo.user.name}
        </span>
      </span>
    </span>
  </span>
);

function Interval({ result, method }: { result: ChallengeResult; method: Method }) {
  const { low: start, high: end } = scoreScales[method];
  const share = (value: number): string => `${(100 * (value - start)) / (end - start)}%`;
  const places = { '--low': share(result.low), '--high': share(result.high), '--score': share(result.score) } as CSSProperties;
  return <span className="ranking-interval" style={places} aria-hidden="true" />;
}

const Tally = ({ tally, method }: { tally: readonly number[]; method: Method }) => (
  <span className="ranking-tally" data-method={method} aria-hidden="true">
    {tally.map((count, index) => count > 0 && <i key={index} data-kind={index} style={{ flexGrow: count }} />)}
  </span>
);

export const Thumb = ({ image }: { image: ChallengeResult['photo']['images'][number] | undefined }) => (
  <span className="result-thumb" aria-hidden="true">
    {image && <Picture image={image} sizes="76px" title="" letterboxed />}
  </span>
);
