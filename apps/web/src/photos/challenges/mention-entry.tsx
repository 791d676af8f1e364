import { type ChallengeResult, mentionEntry } from '@mbari/contract/photos/challenges';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/challenge-results';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { resultsKey } from '~/platform/lib/query-keys.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

interface MentionEntryProps {
  challengeId: string;
  result: ChallengeResult;
  onClose: () => void;
}

/** Sets, changes or takes back the organisers' words about an entry. */
export function MentionEntry({ challengeId, result: { entry_id: entryId, mention, photo }, onClose }: MentionEntryProps) {
  const client = useQueryClient();
  const [text, setText] = useState(mention ?? '');
  const save = useAction(
    async () => {
      await call(mentionEntry, { params: { id: challengeId, entryId }, body: { text } });
      await client.invalidateQueries({ queryKey: resultsKey(challengeId) });
    },
    words.mentionFailed,
    text.trim() === '' ? words.mentionRemoved : words.mentioned,
  );
  return (
    <FormDialog
      title={words.mentionOf({ title: photo.title })}
      action={words.mentionSave}
      busy={save.busy && saving}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run().then((isSaved) => isSaved && onClose());
      }}
    >
      <TextField
        dir="auto"
        label={words.mentionLabel}
        hint={words.mentionHint}
        maxLength={limits.challengeMention}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
