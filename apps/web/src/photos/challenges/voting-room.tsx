import type { Challenge, HandedVote } from '@mbari/contract/photos/challenges';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/challenge-voting';
import { brief, goneHint, notFound, rules } from '@mbari/words/challenges';
import { close, tryAgain } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ScrollText, Undo2, X, ZoomIn } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dateAndTime } from '~/photos/exhibitions/state-line.tsx';
import { challengeOutdated } from '~/platform/lib/cache-events/photos.ts';
import { readingKey } from '~/platform/lib/direction.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/platform/ui/dialog.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { useVotes } from './use-votes.ts';
import { Ahead, VoteStage } from './vote-stage.tsx';
import './voting-room.css';

interface VotingRoomProps {
  challenge: Challenge;
  /** The brief's text. */
  children: ReactNode;
  onClose: () => void;
}

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** Milliseconds for which a choice shows. */
const chosenFor = 200;
const undecided = 0;

/** Votes over the whole window, by press or by keys. Earlier votes can be changed. */
export function VotingRoom({ challenge, children, onClose }: VotingRoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  const voting = useVotes(challenge.id);
  const { votes, unsent } = voting;
  const way = useWay(votes, voting.choose);
  const { current, isChosen, choose } = way;
  const guard = useLeaveGuard(unsent.isFailed);
  const zoom = useLazyDialog(async () => (await import('~/photos/viewer/zoom.tsx')).Zoom);
  const [shown, show] = useState(0);
  const tell = useLazyDialog(async () => (await import('./tell-maker.tsx')).TellMaker);
  const [told, setTold] = useState('');
  const [hasBrief, setBrief] = useState(false);
  const isPairs = challenge.method === 'pairs';
  const isDone = voting.isEnded || voting.isGone || (voting.isOver && current === undefined);
  const leave = () => {
    challengeOutdated(client, challenge.id);
    onClose();
  };
  const look = () => {
    show(0);
    zoom.open();
  };
  // Closes before unmounting, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || voting.isEnded || voting.isGone) return;
    const key = readingKey(event.key);
    const points = /^[1-5]$/.test(key) ? Number(key) : undefined;
    if (key === 'z' || key === 'Backspace') way.back();
    else if (key === ' ' && current && !isControl(event.target)) look();
    else if (!isPairs && points !== undefined) choose(points);
    else if (isPairs && key === 'ArrowLeft') choose(1);
    else if (isPairs && key === 'ArrowRight') choose(2);
    else if (isPairs && key === 'ArrowDown') choose(undecided);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <dialog
        ref={dialog}
        className="dialog voting"
        aria-labelledby="voting-title"
        onKeyDown={onKeyDown}
        onCancel={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        <div className="voting-room" data-method={challenge.method} tabIndex={-1}>
          <header className="voting-top">
            <div className="voting-names">
              <h1 id="voting-title" dir="auto">
                {challenge.title}
              </h1>
              <p className="voting-until">{words.until({ time: dateAndTime(challenge.voting_end_at) })}</p>
              <p className="voting-asked">{isPairs ? words.pairQuestion : words.pointsQuestion}</p>
            </div>
            <Progress challenge={challenge} votes={votes} />
            <Button kind="text" className="voting-brief" onClick={() => setBrief(true)}>
              <ScrollText {...icon} />
              <span>{brief}</span>
            </Button>
            <IconButton label={close} onClick={leave}>
              <X {...icon} />
            </IconButton>
          </header>
          <Notice voting={voting} />
          {isDone ? (
            <End challenge={challenge} voting={voting} onClose={leave} />
          ) : current ? (
            <VoteStage
              key={current.id}
              vote={current}
              method={challenge.method}
              label={progressOf(challenge, votes.indexOf(current) + 1)}
              isChosen={isChosen}
              onChoose={choose}
              onTell={(entryId) => {
                setTold(entryId);
                tell.open();
              }}
            />
          ) : voting.error && !voting.isFetching ? (
            <FetchFailed message={words.failed} busy={false} onRetry={voting.retry} />
          ) : (
            <p className="voting-wait" role="status">
              <Spinner size={28} />
              <span className="sr-only">{words.loading}</span>
            </p>
          )}
          {way.next && <Ahead key={way.next.id} vote={way.next} />}
          {!voting.isEnded && !voting.isGone && (
            <footer className="voting-foot">
              <Button kind="text" className="voting-undo" disabled={!way.mayGoBack} onClick={way.back}>
                <Undo2 {...icon} />
                <span>{words.undo}</span>
                <kbd aria-hidden="true">Z</kbd>
              </Button>
              {isPairs && current && (
                <Button
                  kind="quiet"
                  className="voting-undecided"
                  aria-pressed={current.choice === undecided}
                  onClick={() => choose(undecided)}
                >
                  {words.undecided}
                  <kbd aria-hidden="true">↓</kbd>
                </Button>
              )}
              {current && (
                <Button kind="text" className="voting-look" onClick={look}>
                  <ZoomIn {...icon} />
                  <span>{words.look}</span>
                </Button>
              )}
              {current && <p className="voting-blind">{words.blind}</p>}
              {current && isPairs && <p className="voting-hint">{words.tapHint}</p>}
            </footer>
          )}
        </div>
      </dialog>
      {hasBrief && (
        <Dialog title={brief} onClose={() => setBrief(false)}>
          {children}
          {challenge.rules && (
            <>
              <h3 className="voting-rules">{rules}</h3>
              <p className="whitespace-pre-line" dir="auto">
                {challenge.rules}
              </p>
            </>
          )}
        </Dialog>
      )}
      {zoom.Dialog && current && (
        <zoom.Dialog
          photo={{ title: challenge.title, images: current.entries.map(({ image }) => image) }}
          shown={shown}
          onShow={show}
          onClose={zoom.close}
          preview={undefined}
        />
      )}
      {tell.Dialog && <tell.Dialog challengeId={challenge.id} entryId={told} onClose={tell.close} />}
      {guard.asked && (
        <ConfirmDialog
          title={words.leaveTitle}
          question={words.notSent({ count: unsent.count })}
          action={words.leaveAction}
          onClose={guard.stay}
          onConfirm={guard.leave}
        />
      )}
    </>
  );
}

const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('button, a, input') !== null;

/** The vote that is shown: the first open one, or an earlier one after going back. A choice shows for a moment before the next vote. */
function useWay(votes: readonly HandedVote[], save: (voteId: string, choice: number) => void) {
  const [shownId, setShownId] = useState<string>();
  const [isChosen, setChosen] = useState(false);
  const current = votes.find(({ id }) => id === shownId) ?? votes.find(({ choice }) => choice === null);
  const index = current ? votes.indexOf(current) : votes.length;
  useEffect(() => {
    if (!isChosen) return undefined;
    const timer = setTimeout(
      () => {
        setChosen(false);
        setShownId(undefined);
      },
      matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : chosenFor,
    );
    return () => clearTimeout(timer);
  }, [isChosen]);
  return {
    ...{ current, isChosen },
    next: votes.find(({ id, choice }) => choice === null && id !== current?.id),
    choose: (choice: number) => {
      if (!current || isChosen) return;
      setShownId(current.id);
      setChosen(true);
      save(current.id, choice);
    },
    mayGoBack: index > 0,
    back: () => {
      if (!isChosen && index > 0) setShownId(votes[index - 1]?.id);
    },
  };
}

/** Returns the number of possible votes: all pairs, or photos, of others. */
function mostOf({ method, entries_count, viewer }: Challenge): number {
  const others = Math.max(0, entries_count - viewer.entries.filter(({ counts }) => counts).length);
  return method === 'pairs' ? Math.min(limits.challengeShown / 2, (others * (others - 1)) / 2) : Math.min(limits.challengeShown, others);
}

const progressOf = (challenge: Challenge, done: number): string => {
  const of = { done, most: Math.max(done, mostOf(challenge)) };
  return challenge.method === 'pairs' ? words.pairOf(of) : words.photoOf(of);
};

function Progress({ challenge, votes }: { challenge: Challenge; votes: readonly HandedVote[] }) {
  const done = votes.filter(({ choice }) => choice !== null).length;
  const most = Math.max(votes.length, mostOf(challenge));
  const of = { done, most };
  return (
    <p className="voting-progress" style={{ '--done': most === 0 ? 0 : done / most } as CSSProperties}>
      <span className="voting-count">{challenge.method === 'pairs' ? words.pairsDone(of) : words.photosDone(of)}</span>
      <span className="voting-count-short" aria-hidden="true">
        {words.doneShort(of)}
      </span>
    </p>
  );
}

type Voting = ReturnType<typeof useVotes>;

function Notice({ voting: { unsent, isWithdrawn, retry } }: { voting: Voting }) {
  return (
    <div className="voting-notice" role="status">
      {unsent.isFailed && (
        <>
          <span>{words.notSent({ count: unsent.count })}</span>
          <Button kind="text" onClick={retry}>
            {tryAgain}
          </Button>
        </>
      )}
      {!unsent.isFailed && isWithdrawn && <span>{words.withdrawn}</span>}
    </div>
  );
}

function End({ challenge, voting, onClose }: { challenge: Challenge; voting: Voting; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [title, hint] = voting.isGone
    ? [notFound, goneHint]
    : voting.isEnded
      ? [words.ended, words.endedHint]
      : voting.votes.length === 0
        ? [words.none, words.noneHint]
        : [words.end, words.endHint({ time: dateAndTime(challenge.voting_end_at) })];
  return (
    <section className="voting-end">
      <h2 ref={heading} className="display text-t36" tabIndex={-1}>
        {title}
      </h2>
      <p>{hint}</p>
      <Button onClick={onClose}>{words.toChallenge}</Button>
    </section>
  );
}
