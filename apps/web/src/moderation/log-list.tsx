import type { ModerationAction } from '@mbari/contract/moderation/actions';
import { listModerationLog, type ModerationLogEntry } from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation-log';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { moderationLogKey } from '~/platform/lib/query-keys.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { actWords } from './act-words.ts';
import { LogDetails } from './log-details.tsx';
import '~/platform/ui/parts.css';

interface LogListProps {
  filter: LogFilter;
  onActor: (id: string) => void;
}

export function LogList({ filter, onActor }: LogListProps) {
  const list = useInfiniteQuery(moderationLog(filter));
  return (
    <PagedRows list={list} failed={words.loadFailed} empty={{ drawing: 'quiet', title: words.empty }} className="moderation-log">
      {(entry) => <LogRow entry={entry} onActor={filter.actor === undefined ? onActor : undefined} />}
    </PagedRows>
  );
}

function LogRow({ entry, onActor }: { entry: ModerationLogEntry; onActor: ((id: string) => void) | undefined }) {
  const { action, actor, member, reason, rule, note, details, target, address, created_at } = entry;
  return (
    <div className="flex gap-s3 border-b border-hairline py-s4">
      <Avatar src={actor?.avatar_url} size={36} />
      <div className="grid min-w-0 gap-s1">
        <p className="parts">
          {actor && onActor ? (
            <button
              type="button"
              className="link font-semibold"
              title={words.onlyBy({ name: actor.name })}
              onClick={() => onActor(actor.id)}
            >
              <span dir="auto">{actor.name}</span>
            </button>
          ) : (
            <span className="font-semibold" dir="auto">
              {actor?.name ?? words.automatic}
            </span>
          )}
          <ActName action={action} address={address} />
        </p>
        {member && (
          <p className="text-t15" dir="auto">
            {words.about({ name: member.name })}
          </p>
        )}
        {rule !== null && (
          <p className="text-t15 font-semibold" dir="auto">
            {rule.title}
          </p>
        )}
        {reason !== null && (
          <p className="report-note" dir="auto">
            {reason}
          </p>
        )}
        {note !== null && (
          <p className="report-meta">
            <span dir="auto">{note}</span>
          </p>
        )}
        {details !== null && (
          <p className="report-meta">
            <LogDetails details={details} target={target} />
          </p>
        )}
        <p className="report-meta">
          <HappenedTime at={created_at} />
        </p>
      </div>
    </div>
  );
}

function ActName({ action, address }: { action: ModerationAction; address: string | null }) {
  if (address === null) return <span>{actWords[action]}</span>;
  const [to, hash] = address.split('#');
  return (
    <Link to={to} {...(hash !== undefined && { hash })} className="link">
      {actWords[action]}
    </Link>
  );
}

export interface LogFilter {
  action?: ModerationAction;
  actor?: string;
}

const moderationLog = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: moderationLogKey(filter),
    queryFn: ({ pageParam, signal }) =>
      call(listModerationLog, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });
