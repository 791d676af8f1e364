import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibition-walk';
import { close, tryAgain } from '@mbari/words/ui';
import { ChevronLeft, ChevronRight, Timer, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { photoTime, useSlideTimer } from '~/photos/viewer/use-slide-timer.ts';
import { useSwipe } from '~/photos/viewer/use-swipe.ts';
import { readingKey } from '~/platform/lib/direction.ts';
import { usesLessData } from '~/platform/lib/less-data.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { useWorks } from './exhibition-queries.ts';
import { type Step, stepsOf } from './walk-steps.ts';
import { Ahead, Work } from './walk-work.tsx';
import './walk.css';

interface WalkProps {
  exhibition: Exhibition;
  startRoom: number;
  /** Receives the room where the viewer left. */
  onClose: (room?: number) => void;
}

const icon = { size: 22, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** Milliseconds without movement after which the hints disappear. */
const hintsFor = 4_000;
const hints: readonly [keys: string[], does: string][] = [
  [['←', '→'], words.walkHint],
  [['R'], words.rooms],
  [[words.space], words.timerHint],
  [['Esc'], words.leaveHint],
];
/** Milliseconds to read a character of a wall text. */
const readingTime = 60;

/** The walk through an exhibition over the whole window, by keys, swipes or a timer. */
export function Walk({ exhibition, startRoom, onClose }: WalkProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const { steps, step, photo, ahead, works, go, goToRoom } = useWay(exhibition, startRoom);
  const [isPlaying, play] = useState(false);
  const [showsRooms, setShowsRooms] = useState(false);
  const [isBare, setBare] = useState(false);
  const isIdle = useIdle();
  const like = useRef<HTMLDivElement>(null);
  const leave = () => onClose(step?.room ?? startRoom);
  const move = (by: number) => {
    play(false);
    go(by);
  };
  const isLast = step === steps.at(-1);
  const isText = step !== undefined && step.kind !== 'work';
  const room = exhibition.rooms[step?.room ?? startRoom];
  const reading = step?.kind === 'text' ? step.text.length : step?.kind === 'room' ? (room?.text.length ?? 0) : 0;
  const onShown = useSlideTimer(step?.key ?? '', isPlaying, () => (isLast ? play(false) : go(1)), photoTime + reading * readingTime);
  useEffect(() => {
    if (isText) onShown();
  });
  const swipe = useSwipe(move, leave);
  // Closes before unmounting, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stage.current?.focus();
    return () => element?.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOnButton = event.target instanceof Element && event.target.closest('button, a') !== null;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[readingKey(event.key)];
    if (by !== undefined) move(by);
    else if (event.key === ' ' && !isOnButton) play(!isPlaying);
    else if (event.key === 'r') setShowsRooms(!showsRooms);
    else if (event.key === 'f') like.current?.querySelector<HTMLElement>('.count-button')?.click();
    else return;
    event.preventDefault();
  };
  if (step === undefined || room === undefined) return null;
  const count = steps.at(-1)?.seen ?? 0;
  return (
    <dialog
      ref={dialog}
      className="dialog walk"
      aria-label={words.label({ title: exhibition.title })}
      data-bare={isBare || undefined}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        if (showsRooms) setShowsRooms(false);
        else leave();
      }}
      {...swipe}
    >
      <header className="walk-top">
        <button type="button" className="walk-place" aria-expanded={showsRooms} onClick={() => setShowsRooms(!showsRooms)}>
          <span className="walk-title">
            {words.inRoom({ title: exhibition.title, number: step.room + 1, count: exhibition.rooms.length })}{' '}
          </span>
          <b dir="auto">{room.title}</b>
        </button>
        <p className="walk-count" aria-live={isPlaying ? 'off' : 'polite'}>
          {step.seen > 0 && <span aria-hidden="true">{words.place({ position: step.seen, count })}</span>}
          <span className="sr-only">{words.placeHeard({ position: step.seen, count })}</span>
        </p>
        <span className="walk-buttons">
          <IconButton label={isPlaying ? words.stopTimer : words.startTimer} aria-pressed={isPlaying} onClick={() => play(!isPlaying)}>
            <Timer {...icon} />
          </IconButton>
          <IconButton label={close} onClick={leave}>
            <X {...icon} />
          </IconButton>
        </span>
      </header>
      {showsRooms && (
        <nav className="walk-rooms" aria-label={words.rooms}>
          {exhibition.rooms.map(({ title }, index) => (
            <button
              key={index}
              type="button"
              aria-current={index === step.room || undefined}
              onClick={() => {
                setShowsRooms(false);
                play(false);
                goToRoom(index);
              }}
            >
              {title}
            </button>
          ))}
        </nav>
      )}
      <div ref={stage} className="walk-stage" tabIndex={-1}>
        {step.kind === 'room' ? (
          <WallText>
            <p className="text-t15 text-ink-meta">{words.room({ number: step.room + 1, works: room.works_count })}</p>
            <h2 className="display-large" dir="auto">
              {room.title}
            </h2>
            {room.text && <p dir="auto">{room.text}</p>}
          </WallText>
        ) : step.kind === 'text' ? (
          <WallText>
            <p dir="auto">{step.text}</p>
          </WallText>
        ) : photo ? (
          <Work key={photo.id} ref={like} photo={photo} onShown={onShown} onTap={() => setBare(!isBare)} />
        ) : works.isError ? (
          <Button onClick={works.retry}>{tryAgain}</Button>
        ) : (
          <Spinner size={28} />
        )}
        {!usesLessData() && ahead.map((next) => <Ahead key={next.id} photo={next} />)}
      </div>
      <IconButton label={words.previous} className="walk-arrow walk-previous" disabled={step === steps[0]} onClick={() => move(-1)}>
        <ChevronLeft {...icon} />
      </IconButton>
      <IconButton label={words.next} className="walk-arrow walk-next" disabled={isLast} onClick={() => move(1)}>
        <ChevronRight {...icon} />
      </IconButton>
      <footer className="walk-foot">
        <Progress steps={steps} step={step} count={count} />
        <p className="walk-hints" data-idle={isIdle || undefined} aria-hidden="true">
          {hints.map(([keys, does]) => (
            <span key={does}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {does}
            </span>
          ))}
        </p>
      </footer>
    </dialog>
  );
}

/** The steps and the current one. Loads the works of the rooms that the viewer entered, and of the next room. */
function useWay(exhibition: Exhibition, startRoom: number) {
  const [rooms, setRooms] = useState<readonly number[]>([startRoom]);
  const numbers = new Set(rooms.flatMap((room) => [room + 1, room + 2]));
  const works = useWorks(
    exhibition,
    [...numbers].filter((number) => number <= exhibition.rooms.length),
  );
  const steps = stepsOf(exhibition, works.photos, works.loaded);
  const [current, setCurrent] = useState<{ key: string; index: number }>();
  const firstOf = (index: number): number =>
    Math.max(
      0,
      steps.findIndex((step) => step.room >= index),
    );
  // A work that left in the meantime gives its place to the next.
  const found = current ? steps.findIndex(({ key }) => key === current.key) : firstOf(startRoom);
  const index = found >= 0 ? found : Math.min(current?.index ?? 0, steps.length - 1);
  const step = steps[index];
  const show = (next: number) => {
    const shown = steps[Math.max(0, Math.min(steps.length - 1, next))];
    if (shown === undefined) return;
    setCurrent({ key: shown.key, index: next });
    if (!rooms.includes(shown.room)) setRooms([...rooms, shown.room]);
  };
  const photoOf = (one: Step | undefined) => (one?.kind === 'work' ? works.photos.get(one.photoId) : undefined);
  return {
    ...{ steps, step, works, photo: photoOf(step) },
    ahead: steps.slice(index + 1, index + 3).flatMap((next) => photoOf(next) ?? []),
    go: (by: number) => show(index + by),
    goToRoom: (number: number) => show(firstOf(number)),
  };
}

const WallText = ({ children }: { children: ReactNode }) => <div className="walk-text">{children}</div>;

/** One dash for each work, with a gap between rooms. */
function Progress({ steps, step, count }: { steps: readonly Step[]; step: Step; count: number }) {
  const works = steps.filter(({ kind }) => kind === 'work');
  return (
    <div
      className="walk-progress"
      role="slider"
      tabIndex={0}
      aria-label={words.progress}
      aria-valuemin={0}
      aria-valuemax={count}
      aria-valuenow={step.seen}
      aria-valuetext={words.placeHeard({ position: step.seen, count })}
    >
      {works.map((work, index) => (
        <span
          key={work.key}
          data-new-room={(index > 0 && works[index - 1]?.room !== work.room) || undefined}
          data-seen={work.seen <= step.seen || undefined}
          data-now={work === step || undefined}
        />
      ))}
    </div>
  );
}

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const moved = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), hintsFor);
    };
    moved();
    addEventListener('pointermove', moved);
    addEventListener('keydown', moved);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', moved);
      removeEventListener('keydown', moved);
    };
  }, []);
  return isIdle;
}
