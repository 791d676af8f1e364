import * as sentences from '@mbari/contract/sentences';
import type { BlockedOrMuted } from '@mbari/contract/shapes/blocks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { wordsOf } from '~/lib/call.ts';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { toast } from '~/lib/toast.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button } from '~/ui/button.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Row, Section } from '~/ui/section.tsx';
import { type Relation, membersOf, endRelation, blockedOrMutedMembers } from './block-queries.ts';

/** Blocked members, each with a button to unblock. */
export function BlockedMembers() {
  return (
    <RelationSection
      kind="blocked"
      title="Blocked members"
      about="Neither of you sees the other anywhere. They are not told."
      none="You have blocked nobody."
      words={{ end: 'Unblock', ending: 'Unblocking...', ended: 'is no longer blocked', since: 'Blocked' }}
    />
  );
}

export function MutedMembers() {
  return (
    <RelationSection
      kind="muted"
      title="Muted members"
      about="Their posts, comments and notifications are left out for you alone. They are not told."
      none="You have muted nobody."
      words={{ end: 'Unmute', ending: 'Unmuting...', ended: 'is no longer muted', since: 'Muted' }}
    />
  );
}

interface Words {
  end: string;
  ending: string;
  ended: string;
  since: string;
}

interface RelationSectionProps {
  kind: Relation;
  title: string;
  about: string;
  none: string;
  words: Words;
}

function RelationSection({ kind, title, about, none, words }: RelationSectionProps) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useInfiniteQuery(blockedOrMutedMembers(kind));
  const end = async ({ id, name }: BlockedOrMuted) => {
    try {
      await endRelation(client, kind, id);
      toast.success(`${name} ${words.ended}`);
      // The pressed button is gone with its row.
      heading.current?.focus();
    } catch (error) {
      toast.error(wordsOf(error, sentences.somethingWrong));
    }
  };
  return (
    <Section title={title} about={about} heading={heading}>
      {list.data ? (
        <>
          {membersOf(list.data).map((member) => (
            <RelatedMember key={member.id} member={member} words={words} onEnd={() => end(member)} />
          ))}
          {membersOf(list.data).length === 0 && !list.hasNextPage && <Quiet>{none}</Quiet>}
          {list.isFetchNextPageError && <p role="alert">The next ones could not be loaded.</p>}
          {list.hasNextPage && (
            <Button
              kind="quiet"
              className="mt-s3"
              busy={list.isFetchingNextPage && 'Loading...'}
              onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
            >
              Load More
            </Button>
          )}
        </>
      ) : list.isError ? (
        <FetchFailed message="The list could not be loaded." busy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <Quiet>Loading...</Quiet>
      )}
    </Section>
  );
}

function RelatedMember({
  member: { name, username, avatar_url, since },
  words,
  onEnd,
}: {
  member: BlockedOrMuted;
  words: Words;
  onEnd: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    await onEnd();
    setBusy(false);
  };
  return (
    <Row
      icon={<Avatar src={avatar_url} size={40} />}
      title={<span dir="auto">{name}</span>}
      action={
        <Button kind="quiet" aria-label={`${words.end} ${name}`} busy={busy && words.ending} onClick={() => void end()}>
          {words.end}
        </Button>
      }
    >
      @{username} ·{' '}
      <span className="whitespace-nowrap">
        {words.since} {dayInSentence(since)}
      </span>
    </Row>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className="py-s4 text-ink-quiet">{children}</p>;
}
