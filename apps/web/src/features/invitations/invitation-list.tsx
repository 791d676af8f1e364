import type { Invitation } from '@mbari/contract/shapes/invitations';
import * as words from '@mbari/words/invitations';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { itemsOf } from '~/lib/items-of.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Row } from '~/ui/section.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { EndInvitationDialog } from './end-invitation-dialog.tsx';
import { type Whose, invitationList } from './invitation-queries.ts';
import { InvitedDialog } from './invited-dialog.tsx';

/** The invitations that the viewer made, or everybody's, newest first. */
export function InvitationList({ whose }: { whose: Whose }) {
  const list = useInfiniteQuery(invitationList(whose));
  if (list.isPending)
    return (
      <div className="py-s6 text-center">
        <Spinner size={28} />
      </div>
    );
  if (list.data === undefined) return <FetchFailed message={words.loadFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const invitations = itemsOf(list.data);
  if (invitations.length === 0)
    return (
      <EmptyState drawing="hanging" title={whose === 'own' ? words.empty : words.emptyAll}>
        {whose === 'own' && <p>{words.emptyHint}</p>}
      </EmptyState>
    );
  return (
    <>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} named={whose === 'all'} />
      ))}
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

const stateWords = { used: words.stateUsed, ended: words.stateEnded, revoked: words.stateRevoked };

/** `named`: with the name of whoever made it. */
function InvitationRow({ invitation, named }: { invitation: Invitation; named: boolean }) {
  const [asking, setAsking] = useState<'end' | 'who'>();
  const { note, max_uses, used, state, expires_at, inviter } = invitation;
  const close = () => setAsking(undefined);
  return (
    <Row
      title={<span dir="auto">{note ?? words.untitled}</span>}
      action={
        <>
          {used > 0 && (
            <Button kind="quiet" onClick={() => setAsking('who')}>
              {words.whoJoined}
            </Button>
          )}
          {state === 'open' && (
            <Button kind="quiet" onClick={() => setAsking('end')}>
              {words.end}
            </Button>
          )}
        </>
      }
    >
      {named && inviter && (
        <span className="block" dir="auto">
          {words.by({ name: inviter.name })}
        </span>
      )}
      <span className="flex flex-wrap gap-x-s3">
        <span>{words.usedOf({ used, max: max_uses })}</span>
        {state === 'open' ? (
          <span className="text-leaf">{words.until({ day: new Date(expires_at) })}</span>
        ) : (
          <span>{stateWords[state]}</span>
        )}
      </span>
      {asking === 'end' && <EndInvitationDialog invitation={invitation} onClose={close} />}
      {asking === 'who' && <InvitedDialog invitation={invitation} onClose={close} />}
    </Row>
  );
}
