import * as words from '@mbari/words/forum-drafts';
import { Button } from '~/ui/button.tsx';
import type { DraftText } from './draft-text.ts';
import type { Draft } from './use-draft.ts';
import './forum-drafts.css';

/** Both texts, where two devices wrote. Nothing is saved or posted until the member has chosen one. */
export function DraftConflict({ draft: { conflict, text, keepOurs, takeTheirs } }: { draft: Draft }) {
  if (conflict === null) return null;
  const { kept } = conflict;
  return (
    <section className="draft-conflict" role="alert" aria-label={words.elsewhere}>
      <h3 className="font-semibold">{words.elsewhere}</h3>
      <p className="text-t15">{kept ? words.elsewhereBoth : words.goneElsewhere}</p>
      <div className="draft-choices">
        <Choice name={words.here} text={text} action={words.keepOurs} onChoose={keepOurs} />
        {kept ? (
          <Choice name={words.there} text={kept} action={words.takeTheirs} onChoose={takeTheirs} />
        ) : (
          <div>
            <Button kind="quiet" onClick={takeTheirs}>
              {words.throwAway}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

interface ChoiceProps {
  name: string;
  text: DraftText;
  action: string;
  onChoose: () => void;
}

function Choice({ name, text: { title, body }, action, onChoose }: ChoiceProps) {
  return (
    <div className="draft-choice">
      <h4 className="text-t15 text-ink-meta">{name}</h4>
      {title !== '' && (
        <p className="font-semibold" dir="auto">
          {title}
        </p>
      )}
      <textarea className="field-control" dir="auto" rows={4} readOnly aria-label={name} value={body === '' ? words.nothing : body} />
      <Button kind="quiet" onClick={onChoose}>
        {action}
      </Button>
    </div>
  );
}
