import { type OwnPending, takeBackPending } from '@mbari/contract/moderation/pending-posts';
import * as words from '@mbari/words/pending-posts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { ownPendingChanged } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { ownPending } from './pending-queries.ts';
import { kindWords, PendingText } from './pending-text.tsx';

export function OwnPendingCard({ pending }: { pending: OwnPending }) {
  const id = useId();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { kind, state, reason, target, created_at } = pending;
  const isDeclined = state === 'declined';
  return (
    <article className="grid gap-s3 border-b border-hairline pb-s5" aria-labelledby={id}>
      <h2 id={id} className="text-t15 font-semibold">
        {kindWords[kind]}
        {isDeclined && <span className="text-laterite-ink"> · {words.declinedState}</span>}
      </h2>
      <p className="text-t15 text-ink-meta">
        {target && (
          <>
            <a className="link" href={target.address} dir="auto">
              {target.title}
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
      <PendingText pending={{ ...pending, warning: null }} />
      <Button kind="quiet" className="justify-self-start" aria-describedby={id} onClick={() => setIsDialogOpen(true)}>
        {isDeclined ? words.putAway : words.takeBack}
      </Button>
      {isDialogOpen && <WithdrawDialog pending={pending} onClose={() => setIsDialogOpen(false)} />}
    </article>
  );
}

function WithdrawDialog({ pending: { id, state }, onClose }: { pending: OwnPending; onClose: () => void }) {
  const client = useQueryClient();
  const close = () => {
    onClose();
    void ownPendingChanged(client);
  };
  const { onSubmit, busy } = useForm({
    send: async () => {
      await call(takeBackPending, { params: { id } });
      close();
    },
    done: words.takenBack,
    failed: words.failed,
    onOutdated: close,
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

export function OwnPendingList() {
  const list = useInfiniteQuery(ownPending);
  useEffect(() => setPageTitle(words.title), []);
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {words.title}
      </h1>
      <p className="mt-s2 mb-s5 max-w-(--measure) text-ink-quiet">{words.lead}</p>
      <PagedRows
        list={list}
        failed={words.loadFailed}
        empty={{ drawing: 'hanging', title: words.empty, hint: words.emptyHint }}
        className="grid gap-s5"
      >
        {(pending) => <OwnPendingCard pending={pending} />}
      </PagedRows>
    </>
  );
}
