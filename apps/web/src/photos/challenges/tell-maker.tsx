import { giveFeedback } from '@mbari/contract/photos/challenges';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/challenge-voting';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { votesKey } from '~/platform/lib/query-keys.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

interface TellMakerProps {
  challengeId: string;
  entryId: string;
  onClose: () => void;
}

/** Words to an entrant. Words of this visit can be changed or taken back. */
export function TellMaker({ challengeId, entryId, onClose }: TellMakerProps) {
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const key = [...votesKey(challengeId), entryId];
  const before = client.getQueryData<string>(key) ?? '';
  const [text, setText] = useState(before);
  const [error, setError] = useState<string>();
  const send = useAction(
    async () => {
      try {
        await call(giveFeedback, { params: { id: challengeId, entryId }, body: { text } });
      } catch (problem) {
        if (problem instanceof CallRefused) setError(problem.errors['text']?.[0]);
        throw problem;
      }
      client.setQueryData(key, text);
    },
    words.tellFailed,
    text.trim() === '' ? words.tellTakenBack : words.tellSent,
  );
  return (
    <FormDialog
      title={words.tell}
      hint={words.tellHint}
      action={words.tellSend}
      busy={send.busy && saving}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === before) return onClose();
        void send.run().then((isSent) => isSent && onClose());
      }}
    >
      <TextArea
        ref={field}
        label={words.tellLabel}
        rows={4}
        maxLength={limits.challengeFeedback}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
