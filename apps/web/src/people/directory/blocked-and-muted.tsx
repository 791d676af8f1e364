import type { BlockedOrMuted } from '@mbari/contract/people/blocks';
import * as words from '@mbari/words/blocks';
import * as sentences from '@mbari/words/sentences';
import { loadMore, loading } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { dayInSentence } from '~/platform/lib/day-ago.ts';
import { itemsOf } from '~/platform/lib/items-of.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { type Relation, endRelation, blockedOrMutedMembers } from './block-queries.ts';

const texts = {
  blocked: {
    title: words.blockedMembers,
    about: words.blockedAbout,
    none: words.blockedNone,
    since: words.blockedSince,
    end: words.unblock,
    endFor: words.unblockMember,
    ending: words.unblocking,
    ended: words.unblocked,
  },
  muted: {
    title: words.mutedMembers,
    about: words.mutedAbout,
    none: words.mutedNone,
    since: words.mutedSince,
    end: words.unmute,
    endFor: words.unmuteMember,
    ending: words.unmuting,
    ended: words.unmuted,
  },
} as const satisfies Record<Relation, object>;

export const BlockedMembers = () => <RelationSection kind="blocked" />;

export const MutedMembers = () => <RelationSection kind="muted" />;

function RelationSection({ kind }: { kind: Relation }) {
  const { title, about, none, ended } = texts[kind];
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useInfiniteQuery(blockedOrMutedMembers(kind));
  const end = async ({ id, name }: BlockedOrMuted) => {
    await endRelation(client, kind, id);
    toast.success(ended({ name }));
    // The pressed button disappears with its row, so focus the heading.
    heading.current?.focus();
  };
  return (
    <Section title={title} about={about} heading={heading}>
      {list.data ? (
        <>
          {itemsOf(list.data).map((member) => (
            <RelatedMember key={member.id} kind={kind} member={member} onEnd={() => end(member)} />
          ))}
          {itemsOf(list.data).length === 0 && !list.hasNextPage && <Quiet>{none}</Quiet>}
          {list.isFetchNextPageError && <p role="alert">{words.moreFailed}</p>}
          {list.hasNextPage && (
            <Button
              kind="quiet"
              className="mt-s3"
              busy={list.isFetchingNextPage && loading}
              onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
            >
              {loadMore}
            </Button>
          )}
        </>
      ) : list.isError ? (
        <FetchFailed message={words.listFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <Quiet>{loading}</Quiet>
      )}
    </Section>
  );
}

interface RelatedMemberProps {
  kind: Relation;
  member: BlockedOrMuted;
  onEnd: () => Promise<void>;
}

function RelatedMember({ kind, member: { name, username, avatar_url, since }, onEnd }: RelatedMemberProps) {
  const text = texts[kind];
  const end = useAction(onEnd, sentences.somethingWrong);
  return (
    <Row
      icon={<Avatar src={avatar_url} size={40} />}
      title={<span dir="auto">{name}</span>}
      action={
        <Button kind="quiet" aria-label={text.endFor({ name })} busy={end.busy && text.ending} onClick={() => void end.run()}>
          {text.end}
        </Button>
      }
    >
      <bdi dir="ltr">@{username}</bdi> · <span className="whitespace-nowrap">{text.since({ when: dayInSentence(since) })}</span>
    </Row>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className="py-s4 text-ink-quiet">{children}</p>;
}
