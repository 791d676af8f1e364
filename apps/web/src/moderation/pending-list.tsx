import { decidePending, type Pending } from '@mbari/contract/moderation/pending-posts';
import * as words from '@mbari/words/pending-posts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { pendingDecided } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { VerdictActions } from '~/platform/ui/verdict-actions.tsx';
import { openPending } from './pending-queries.ts';
import { kindWords, PendingText } from './pending-text.tsx';

export function PendingList() {
  const list = useInfiniteQuery(openPending);
  return (
    <PagedRows
      list={list}
      failed={words.loadFailed}
      empty={{ drawing: 'hanging', title: words.emptyReview, hint: words.emptyReviewHint }}
      className="report-cards"
    >
      {(pending) => <PendingCard pending={pending} />}
    </PagedRows>
  );
}

function PendingCard({ pending }: { pending: Pending }) {
  const id = useId();
  const client = useQueryClient();
  const { member, kind, target, created_at } = pending;
  return (
    <article className="report-card" data-open aria-labelledby={id}>
      <h2 id={id} className="report-title">
        <Avatar src={member.avatar_url} size={28} />
        <Link to="/user/$username" params={{ username: member.username }} className="link" dir="auto">
          {member.name}
        </Link>
      </h2>
      <p className="report-meta">
        <span>{kindWords[kind]}</span>
        {target && (
          <a className="link" href={target.address} dir="auto">
            {target.title}
          </a>
        )}
        <span>{words.sentOn({ day: dayInSentence(created_at) })}</span>
        <span className="report-state">{describeReason(pending)}</span>
      </p>
      <PendingText pending={pending} />
      <VerdictActions
        describedBy={id}
        words={{
          approve: words.approve,
          decline: words.decline,
          declineButton: words.declineButton,
          reason: words.reason,
          reasonHint: words.reasonHint,
          sending: words.sending,
          failed: words.failed,
          declineTitle: words.declineTitle,
          declineHint: words.declineHint({ name: member.name }),
          approved: words.approved({ name: member.name }),
          declined: words.declined({ name: member.name }),
        }}
        send={(verdict) => call(decidePending, { params: { id: pending.id }, body: verdict })}
        onDecided={() => pendingDecided(client)}
      />
    </article>
  );
}

function describeReason({ why, listed }: Pending): string {
  if (why === 'listed') return words.whyListed({ word: listed ?? '' });
  return why === 'first' ? words.whyFirst : words.whySameLink;
}
