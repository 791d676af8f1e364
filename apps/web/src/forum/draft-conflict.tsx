import * as words from '@mbari/words/forum-drafts';
import { Button } from '~/platform/ui/button.tsx';
import { VersionText } from '~/platform/ui/version-text.tsx';
import type { Draft } from './use-draft.ts';

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
