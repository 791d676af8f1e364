import { somethingWrong } from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { findUnsentText, storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { UnsentText } from '~/platform/ui/unsent-text.tsx';
import { type DraftText, findDraft, ownDrafts, removeDraft, textOf } from './draft-text.ts';
import { findLocalDraft, removeLocalDraft } from './local-draft.ts';

interface UnsentDraftProps {
  /** `topic:ID`, or `post:ID`. */
  scope: string;
  title: string;
}

/** Shows the draft for a deleted post, or a deleted or locked topic. Prefers the form's text, then this browser's draft, then the server's. */
export function UnsentDraft({ scope: place, title }: UnsentDraftProps) {
  const client = useQueryClient();
  const [text, setText] = useState(() => findUnsentText(place) || localWords(place));
  useEffect(() => {
    if (text !== null) return;
    let isOpen = true;
    const find = async (): Promise<DraftText | null> =>
      (await client.fetchQuery(ownDrafts)).some((draft) => draft.place === place) ? findDraft(place) : null;
    void find().then(
      (draft) => isOpen && setText(draft ? textOf(draft) : ''),
      () => undefined,
    );
    return () => void (isOpen = false);
  }, [client, place, text]);
  const discard = async () => {
    setText('');
    storeUnsentText(place, '');
    removeLocalDraft(place);
    try {
      await removeDraft(place);
    } catch (error) {
      setText(text);
      toast.error(errorMessage(error, somethingWrong));
    }
    void client.invalidateQueries({ queryKey: ownDrafts.queryKey });
  };
  return <UnsentText title={title} text={text ?? ''} onDiscard={() => void discard()} />;
}

/** Returns null if this browser has no draft. */
function localWords(place: string): string | null {
  const draft = findLocalDraft(place);
  return draft && !draft.discarded ? textOf(draft) : null;
}
