import { type BlockedOrMuted, listBlocks, listMutes } from '@mbari/contract/people/blocks';
import * as words from '@mbari/words/blocks';
import * as sentences from '@mbari/words/sentences';
import { loading, loadMore } from '@mbari/words/ui';
import { infiniteQueryOptions, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { blockedOrMutedKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { counted } from '~/platform/lib/use-toggle.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { unblock, unmute } from './block-and-mute.ts';

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

/** Blocks are mutual, mutes are not. */
type Relation = 'blocked' | 'muted';

const requests = { blocked: { list: listBlocks, end: unblock }, muted: { list: listMutes, end: unmute } } as const;

/** Newest first. */
const blockedOrMutedMembers = (kind: Relation) =>
  infiniteQueryOptions({
    queryKey: blockedOrMutedKey(kind),
    queryFn: ({ pageParam, signal }) => call(requests[kind].list, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchOnMount: 'always',
  });

/** Unblocks or unmutes, and removes the member from the list. */
async function endRelation(client: QueryClient, kind: Relation, id: string): Promise<void> {
  await requests[kind].end(client, id);
  client.setQueryData(
    blockedOrMutedMembers(kind).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map(({ data, meta }) => ({
          data: data.filter((member) => member.id !== id),
          meta: { ...meta, total: counted(meta.total, -1) },
        })),
      },
  );
}
