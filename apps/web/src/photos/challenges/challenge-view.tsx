import type { Challenge } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenges';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react';
import { openComposerWith, useSendingPost } from '~/photos/composer/composer-host.tsx';
import { dateAndTime } from '~/photos/exhibitions/state-line.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { dayOf } from '~/platform/lib/dates.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { ChallengeActions } from './challenge-actions.tsx';
import { ChallengeState, ToDo } from './challenge-state.tsx';
import '~/photos/exhibitions/exhibitions.css';
import './challenges.css';

const Results = lazy(async () => ({ default: (await import('./results.tsx')).Results }));
const OwnEntries = optionalLazy(async () => (await import('./own-entries.tsx')).OwnEntries, withoutDelay);

interface ChallengeViewProps {
  challenge: Challenge;
  /** A link to the forum topic. */
  topic: ReactNode;
  /** The brief. */
  children: ReactNode;
}

/** The brief, and what members do in its state. */
export function ChallengeView({ challenge, topic, children }: ChallengeViewProps) {
  const { title, state, cover, cover_id, entries_count, rules, viewer } = challenge;
  // In the results without a picture of the brief, the cover is an entry, which the results show.
  const picture = state === 'results' && cover_id === null ? null : cover;
  return (
    <article className="exhibition" aria-labelledby="challenge-title">
      <header className="exhibition-head">
        {picture ? (
          <Cover image={picture} />
        ) : (
          state === 'announced' && (
            <div className="exhibition-cover exhibition-closed">
              <UliDrawing name="hanging" />
            </div>
          )
        )}
        <div className="exhibition-about">
          <ChallengeState challenge={challenge} />
          <h1 id="challenge-title" className="display-large" dir="auto" tabIndex={-1}>
            {title}
          </h1>
          {children}
          {state !== 'announced' && <p className="text-t15 text-ink-meta">{words.entries({ count: entries_count })}</p>}
          <ToDo challenge={challenge} />
          <div className="exhibition-actions">
            <NextStep challenge={challenge} />
            {topic}
            <ChallengeActions challenge={challenge} />
          </div>
        </div>
      </header>
      {/* About as high as what loads, so that nothing below moves. */}
      <Suspense
        fallback={<div className="challenge-wait" data-state={state} style={{ '--rows': viewer.entries.length } as CSSProperties} />}
      >
        {state === 'results' ? <Results challenge={challenge} /> : <OwnEntries challenge={challenge} />}
      </Suspense>
      <div className="exhibition-end">
        {rules !== '' && (
          <section aria-labelledby="challenge-rules">
            <h2 id="challenge-rules" className="exhibition-heading">
              {words.rules}
            </h2>
            <p className="challenge-rules" dir="auto">
              {rules}
            </p>
          </section>
        )}
        <Terms challenge={challenge} />
      </div>
    </article>
  );
}

function Cover({ image }: { image: NonNullable<Challenge['cover']> }) {
  const sizes = '(max-width: 900px) 100vw, 604px';
  return (
    <div className="exhibition-cover" style={{ '--ratio': image.width / image.height } as CSSProperties}>
      <Picture image={image} sizes={sizes} first title="" />
      <LoadImageButton image={image} sizes={sizes} title={words.picture} />
    </div>
  );
}

/** Entering while the challenge runs, then voting. Otherwise why not. */
function NextStep({ challenge }: { challenge: Challenge }) {
  const { id, state, viewer, entries_each, open_to } = challenge;
  const sending = useSendingPost();
  const enter = useLazyDialog(async () => (await import('./enter-challenge.tsx')).EnterChallenge);
  if (state === 'voting')
    return viewer.may_vote ? (
      <>
        <p className="challenge-line">{words.voted({ count: viewer.votes_count })}</p>
        <Link to="/challenges/$id/{-$part}" params={{ id, part: 'vote' }} className={buttonClass({ className: 'exhibition-enter' })}>
          {words.vote}
        </Link>
      </>
    ) : (
      <p className="challenge-line">{words.mayNotVote}</p>
    );
  if (state !== 'running' || sending?.challengeId === id) return null;
  if (!viewer.may_enter)
    return <p className="challenge-line">{open_to === 'paid' ? words.onlyPaid : words.onlyOlder({ date: dayOf(challenge.starts_at) })}</p>;
  if (viewer.entries.length >= entries_each) return <p className="challenge-line">{words.allEntered({ count: entries_each })}</p>;
  return (
    <>
      <Button className="exhibition-enter" onClick={enter.open}>
        {words.enter}
      </Button>
      <Button kind="quiet" onClick={() => openComposerWith([], { challengeId: id })}>
        {words.enterNew}
      </Button>
      {enter.Dialog && <enter.Dialog challenge={challenge} onClose={enter.close} />}
    </>
  );
}

/** Times in the viewer's time zone, participants, number of entries and way of voting. */
function Terms({ challenge }: { challenge: Challenge }) {
  const { starts_at, entries_end_at, voting_end_at, entries_each, open_to, method } = challenge;
  const participants = {
    everyone: words.openToEveryone,
    paid: words.openToPaid,
    older: words.openToOlder({ date: dayOf(starts_at) }),
  };
  return (
    <section aria-labelledby="challenge-terms">
      <h2 id="challenge-terms" className="exhibition-heading">
        {words.terms}
      </h2>
      <dl className="challenge-terms">
        <dt>{words.startsAt}</dt>
        <dd>{dateAndTime(starts_at)}</dd>
        <dt>{words.entriesEndAt}</dt>
        <dd>{dateAndTime(entries_end_at)}</dd>
        <dt>{words.votingEndAt}</dt>
        <dd>{dateAndTime(voting_end_at)}</dd>
        <dt>{words.openTo}</dt>
        <dd>{participants[open_to]}</dd>
        <dt>{words.entriesEach}</dt>
        <dd>{words.each({ count: entries_each })}</dd>
        <dt>{words.method}</dt>
        <dd>{method === 'pairs' ? words.inPairs : words.byPoints}</dd>
      </dl>
    </section>
  );
}
