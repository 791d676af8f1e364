import { countNewPhotos } from '@mbari/contract/photos/feed';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/feed';
import * as sentences from '@mbari/words/sentences';
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { withNewest } from '~/platform/lib/add-newest.ts';
import { call } from '~/platform/lib/call.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { usesLessData } from '~/platform/lib/less-data.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { newPostsKey } from '~/platform/lib/query-keys.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { feedOf, type PagedFeed } from './feed-queries.ts';
import { changeFeed, readNewest } from './read-feed.ts';
import './new-posts.css';

/** Poll interval in milliseconds while the page is visible. Longer in data saving mode, and after failures. */
const everyMinute = 60_000;
const whileSaving = 5 * 60_000;
const maxFailures = 4;

/** Older than all posts, for an empty feed. */
const oldestId = '00000000-0000-7000-8000-000000000000';

let failures = 0;

const newSince = (feed: PagedFeed, after: string) =>
  queryOptions({
    queryKey: newPostsKey({ feed, after }),
    queryFn: async ({ signal }) => {
      failures += 1;
      const { data } = await call(countNewPhotos, { query: { after, ...(feed === 'following' && { feed }) }, signal });
      failures = 0;
      return data;
    },
    retry: false,
    staleTime: everyMinute / 2,
    refetchInterval: () => pollEvery((usesLessData() ? whileSaving : everyMinute) * 2 ** Math.min(maxFailures, failures)),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    gcTime: 0,
  });

export function NewPosts({ feed }: { feed: PagedFeed }) {
  const client = useQueryClient();
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  const { data: list, dataUpdatedAt } = useInfiniteQuery({ ...feedOf(feed), enabled: false });
  const photos = itemsOf(list);
  // Ignores the viewer's own posts, because earlier posts by others may not be loaded yet.
  const after = (photos.find((photo) => photo.user.id !== user?.id) ?? photos.at(-1))?.id ?? oldestId;
  const { data: found } = useQuery({
    ...newSince(feed, after),
    enabled: list !== undefined,
    // No posts were newer when the feed was loaded.
    initialData: { count: 0, members: [] },
    initialDataUpdatedAt: dataUpdatedAt,
  });
  const { count, members } = found;
  const label = count >= limits.newPhotoCount ? words.newPostsOver({ count: limits.newPhotoCount }) : words.newPosts({ count });

  const show = async () => {
    setBusy(true);
    try {
      const page = await readNewest(feed);
      await changeFeed(client, feed, (list) => withNewest(list, page));
      scrollTo({ top: 0 });
      // Focuses the newest post.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#wall .wall-frame')?.focus({ preventScroll: true }));
    } catch {
      toast.error(sentences.feedRefreshFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="new-posts">
      <p role="status" className="sr-only">
        {count > 0 && label}
      </p>
      {count > 0 && (
        <button type="button" className="new-posts-pill" aria-disabled={busy || undefined} onClick={busy ? undefined : () => void show()}>
          <span className="new-posts-faces" aria-hidden="true">
            {members.map(({ id, avatar_url }) => (
              <Avatar key={id} src={avatar_url} size={28} />
            ))}
          </span>
          {label}
          {busy ? <Spinner size={18} /> : <ArrowUp size={18} strokeWidth={1.8} aria-hidden="true" />}
        </button>
      )}
    </div>
  );
}
