import * as words from '@mbari/words/forum-drafts';
import { useQuery } from '@tanstack/react-query';
import { dayAgo } from '~/platform/lib/dates.ts';
import { Button } from '~/platform/ui/button.tsx';
import { VersionText } from '~/platform/ui/conflict-choice.tsx';
import { ownDrafts } from './draft-text.ts';
import type { Draft } from './use-draft.ts';

/** Announced to screen readers only after a failure. */
export function DraftStatus({ draft: { status } }: { draft: Draft }) {
  return (
    <>
      <p className="draft-status min-h-[1.5em] text-t15 text-ink-meta">
        {status === 'saved' ? words.saved : status === 'local' ? words.local : ''}
      </p>
      <p role="status" className="sr-only">
        {status === 'local' && words.local}
      </p>
    </>
  );
}

/** Saving and posting wait until the member chooses a text. */
export function DraftConflict({ draft: { conflict, text, keepOurs, takeTheirs } }: { draft: Draft }) {
  if (conflict === null) return null;
  const { kept } = conflict;
  const choose = (action: string, onChoose: () => void) => (
    <Button kind="quiet" onClick={onChoose}>
      {action}
    </Button>
  );
  return (
    <section className="versions" role="alert" aria-label={words.elsewhere}>
      <h3 className="font-semibold">{words.elsewhere}</h3>
      <p className="text-t15">{kept ? words.elsewhereBoth : words.goneElsewhere}</p>
      <div className="versions-side-by-side">
        <VersionText heading={words.here} title={text.title} text={text.body}>
          {choose(words.keepOurs, keepOurs)}
        </VersionText>
        {kept ? (
          <VersionText heading={words.there} title={kept.title} text={kept.body}>
            {choose(words.takeTheirs, takeTheirs)}
          </VersionText>
        ) : (
          <div>{choose(words.throwAway, takeTheirs)}</div>
        )}
      </div>
    </section>
  );
}

export function ResumedDraft({ place }: { place: string }) {
  const { data: drafts = [] } = useQuery(ownDrafts);
  const draft = drafts.find((one) => one.place === place);
  return draft && ` · ${words.begun({ when: dayAgo(draft.updated_at) })}`;
}
