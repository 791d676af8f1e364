import { takeBackHeld } from '@mbari/contract/held';
import type { OwnHeld } from '@mbari/contract/shapes/held';
import * as words from '@mbari/words/held';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ownHeldChanged } from '~/lib/cache-events/held.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { Note } from '~/ui/note.tsx';
import { HeldText, kindWords } from './held-text.tsx';

/** Something of the viewer's own, with the way to take it back. */
export function OwnHeldCard({ held }: { held: OwnHeld }) {
  const id = useId();
  const [asks, setAsks] = useState(false);
  const { kind, state, reason, place, created_at } = held;
  const isDeclined = state === 'declined';
  return (
    <article className="grid gap-s3 border-b border-hairline pb-s5" aria-labelledby={id}>
      <h2 id={id} className="text-t15 font-semibold">
        {kindWords[kind]}
        {isDeclined && <span className="text-laterite-ink"> · {words.declinedState}</span>}
      </h2>
      <p className="text-t15 text-ink-meta">
        {place && (
          <>
            <a className="link" href={place.address} dir="auto">
              {place.title}
            </a>
            {' · '}
          </>
        )}
        {words.sentOn({ day: dayInSentence(created_at) })}
      </p>
      {isDeclined && reason !== null && (
        <Note>
          <span dir="auto">{reason}</span>
        </Note>
      )}
      <HeldText held={held} />
      <Button kind="quiet" className="justify-self-start" aria-describedby={id} onClick={() => setAsks(true)}>
        {isDeclined ? words.putAway : words.takeBack}
      </Button>
      {asks && <TakeBackDialog held={held} onClose={() => setAsks(false)} />}
    </article>
  );
}

function TakeBackDialog({ held: { id, state }, onClose }: { held: OwnHeld; onClose: () => void }) {
  const client = useQueryClient();
  const { onSubmit, busy } = useForm({
    send: async () => {
      await call(takeBackHeld, { params: { id } });
      toast.success(words.takenBack);
      onClose();
      await ownHeldChanged(client);
    },
    onFailure: (error) => {
      toast.error(wordsOf(error, words.failed));
      // It was decided meanwhile, or taken back elsewhere.
      if (!(error instanceof CallRefused) || (error.status !== 404 && error.status !== 409)) return;
      onClose();
      void ownHeldChanged(client);
    },
  });
  return (
    <FormDialog
      title={words.takeBackTitle}
      action={state === 'declined' ? words.putAway : words.takeBack}
      danger
      busy={busy && words.sending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>{words.takeBackHint}</p>
    </FormDialog>
  );
}
