import type { BlindEntry, Challenge, HandedVote } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenge-voting';
import { number } from '@mbari/words/format';
import { tryAgain } from '@mbari/words/ui';
import { MessageSquareText } from 'lucide-react';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { forward } from '~/platform/lib/direction.ts';
import { savesData } from '~/platform/lib/less-data.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import { Button } from '~/platform/ui/button.tsx';

interface VoteStageProps {
  vote: HandedVote;
  method: Challenge['method'];
  /** For screen readers: which vote this is. */
  label: string;
  isChosen: boolean;
  onChoose: (choice: number) => void;
  onTell: (entryId: string) => void;
}

const narrow = '(max-width: 760px)';
const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The entries of one vote. Takes the focus, so that screen readers announce each vote. */
export function VoteStage({ vote, method, label, isChosen, onChoose, onTell }: VoteStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const isStacked = useMediaQuery(narrow);
  const isPairs = method === 'pairs';
  const sides = inReadingOrder([words.leftPhoto, words.rightPhoto]);
  const names = !isPairs ? [] : isStacked ? [words.upperPhoto, words.lowerPhoto] : sides;
  const keys = inReadingOrder(['←', '→']);
  // In the same frame, because a key pressed without a focus would be lost.
  useLayoutEffect(() => stage.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={stage} className="vote" role="group" aria-label={label} tabIndex={-1}>
      <h2 className="vote-question display">{isPairs ? words.pairQuestion : words.pointsQuestion}</h2>
      {vote.choice !== null && !isChosen && <p className="vote-earlier">{words.earlier}</p>}
      <div className="vote-entries">
        {vote.entries.map((entry, index) => (
          <figure key={entry.id} className="vote-entry">
            <Photo
              entry={entry}
              name={words.described({ photo: names[index] ?? words.photo, alt: entry.image.alt || words.notDescribed })}
              {...(isPairs && { isPressed: vote.choice === index + 1, onPress: () => onChoose(index + 1) })}
            />
            <figcaption>
              {isPairs && (
                <Button
                  kind={vote.choice === index + 1 ? 'filled' : 'quiet'}
                  className="vote-this"
                  aria-pressed={vote.choice === index + 1}
                  onClick={() => onChoose(index + 1)}
                >
                  {words.choose}
                  <span className="sr-only">{names[index]}</span>
                  <kbd aria-hidden="true">{keys[index]}</kbd>
                </Button>
              )}
              <Button kind="text" className="vote-tell" title={words.tell} onClick={() => onTell(entry.id)}>
                <MessageSquareText {...icon} />
                <span>{words.tell}</span>
                <span className="sr-only">{names[index]}</span>
              </Button>
            </figcaption>
          </figure>
        ))}
      </div>
      {!isPairs && <Points choice={vote.choice} isChosen={isChosen} onChoose={onChoose} />}
    </div>
  );
}

/** The first entry is on the right in right-to-left languages. */
const inReadingOrder = (leftAndRight: string[]): string[] => (forward() === 1 ? leftAndRight : leftAndRight.toReversed());

interface PhotoProps {
  entry: BlindEntry;
  name: string;
  isPressed?: boolean;
  /** Not for points. */
  onPress?: () => void;
}

/** The photo whole, in a box. A press chooses it. */
function Photo({ entry: { image }, name, isPressed, onPress }: PhotoProps) {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const picture = isBroken ? null : <Picture key={attempt} image={image} sizes={sizes} first title={words.notDescribed} />;
  const style = { '--ratio': image.width / image.height, 'backgroundColor': image.color } as CSSProperties;
  return (
    <div className="vote-box" onErrorCapture={() => setBroken(true)}>
      <div className="vote-photo" style={style}>
        {onPress ? (
          <button type="button" className="vote-press" aria-pressed={isPressed} aria-label={name} onClick={onPress}>
            {picture}
          </button>
        ) : (
          picture
        )}
        <LoadImageButton image={image} sizes={sizes} title={name} />
        {isBroken && (
          <Button
            kind="quiet"
            className="vote-again"
            onClick={() => {
              setBroken(false);
              setAttempt(attempt + 1);
            }}
          >
            {tryAgain}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A press votes at once. Arrow keys move between the points, so then the button votes. */
function Points({ choice, isChosen, onChoose }: Pick<HandedVote, 'choice'> & Pick<VoteStageProps, 'isChosen' | 'onChoose'>) {
  const [points, setPoints] = useState(choice);
  return (
    <form
      className="vote-points"
      onSubmit={(event) => {
        event.preventDefault();
        if (points !== null) onChoose(points);
      }}
    >
      <fieldset>
        <legend className="sr-only">{words.pointsQuestion}</legend>
        {[1, 2, 3, 4, 5].map((value) => (
          <label key={value} className="vote-point">
            <input
              type="radio"
              name="points"
              value={value}
              checked={(isChosen ? choice : points) === value}
              onChange={() => setPoints(value)}
              // Clicks by arrow keys have the count 0.
              onClick={({ detail }) => detail > 0 && onChoose(value)}
            />
            <span>{number(value)}</span>
            {value === 1 && <small>{words.leastPoints}</small>}
            {value === 5 && <small>{words.mostPoints}</small>}
          </label>
        ))}
      </fieldset>
      <Button type="submit" disabled={points === null}>
        {words.next}
      </Button>
    </form>
  );
}

const sizes = `${narrow} 100vw, 50vw`;

/** Loads the images of the next vote. */
export const Ahead = ({ vote }: { vote: HandedVote }) =>
  !savesData() && (
    <div hidden>
      {vote.entries.map(({ id, image }) => (
        <Picture key={id} image={image} sizes={sizes} first title="" />
      ))}
    </div>
  );
