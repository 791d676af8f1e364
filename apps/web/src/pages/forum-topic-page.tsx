import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-topics';
import * as trackWords from '@mbari/words/forum-tracks';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { BellOff, Ellipsis, Link2, MessageSquare, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { TopicPhoto } from '~/forum/images/topic-photo.tsx';
import { useInsertImages } from '~/forum/images/use-insert-images.tsx';
import { useOrganiserTools } from '~/forum/moderation/use-organiser-tools.ts';
import { usePostChoice } from '~/forum/moderation/use-post-choice.ts';
import { PollBelow } from '~/forum/polls/poll-below.tsx';
import { PostArticle, type TopicOfPost } from '~/forum/posts/post-article.tsx';
import { useLeadOn } from '~/forum/posts/topic-address.ts';
import { PostsSkeleton, TopicReader } from '~/forum/posts/topic-reader.tsx';
import { FollowTrackButton, useMuteTrack } from '~/forum/topics/follow-track-button.tsx';
import { TopicHead, TopicViewTabs } from '~/forum/topics/topic-head.tsx';
import { topicById } from '~/forum/topics/topic-queries.ts';
import { useTopicWriting } from '~/forum/writing/use-topic-writing.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { lazyPage } from '~/platform/lib/chunk-load-errors.ts';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { Menu, type MenuItem } from '~/platform/ui/menu.tsx';

const MissingTopic = lazyPage(() => import('~/forum/topics/missing-topic.tsx'), 'MissingTopic');
const TopicGallery = lazy(async () => ({ default: (await import('~/forum/images/topic-gallery.tsx')).TopicGallery }));

export default function ForumTopicPage() {
  'use no memo';
  const { id, number } = useParams({ from: '/shell/forum/t/$id/{-$slug}/{-$number}' });
  const { data: topic, error, isFetching, isFetchedAfterMount, refetch } = useQuery(topicById(id));
  const asked = numberOf(number);
  const gone = error instanceof CallRefused && error.status === 404;
  const title = gone ? words.topicNotFound : (topic?.title ?? (error ? words.topicFailed : undefined));
  useEffect(() => setPageTitle(title), [title]);
  if (gone && error.code === 'moved') return <MergedTopic id={id} number={asked} />;
  if (gone)
    return (
      <Suspense fallback={<LoadingTopic />}>
        <MissingTopic id={id} />
      </Suspense>
    );
  // If the URL has no post number, waits for fresh data: the cache may not know the first unread post.
  if (topic && (asked !== undefined || isFetchedAfterMount)) return <TopicPage key={id} topic={topic} number={asked} />;
  if (error)
    return (
      <LoadFailed level="h1" title={words.topicFailed} busy={isFetching} onRetry={() => void refetch()}>
        {connectionDropped}
      </LoadFailed>
    );
  return <LoadingTopic />;
}

const LoadingTopic = () => (
  <div className="topic">
    <div className="topic-main">
      <PostsSkeleton />
    </div>
  </div>
);

const noPosts: readonly ForumPost[] = [];

/** Redirects to the topic into which this topic was merged. */
function MergedTopic({ id, number = 1 }: { id: string; number: number | undefined }) {
  useLeadOn(id, number, noPosts);
  return <LoadingTopic />;
}

const numberOf = (written: string | undefined): number | undefined =>
  written !== undefined && /^[1-9][0-9]{0,8}$/.test(written) ? Number(written) : undefined;

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

function TopicPage({ topic, number }: { topic: Topic; number: number | undefined }) {
  const choice = usePostChoice();
  const tools = useOrganiserTools(topic.viewer.may_moderate);
  const shown = useTopicOfPost(topic);
  const images = useInsertImages();
  const { footer, editing, ...callbacks } = useTopicWriting(topic, images.choose);
  const { tab } = useSearch({ from: '/shell/forum/t/$id/{-$slug}/{-$number}' });
  const isGallery = tab === 'gallery';
  const menuItems = tools === null ? undefined : (post: ForumPost) => tools.postMenuItems(post, choice);
  const renderPost = (post: ForumPost) => (
    <>
      {tools?.abovePost(post, choice)}
      <PostArticle
        post={post}
        topic={shown}
        menuItems={menuItems}
        editing={editing(post)}
        belowBody={post.poll && <PollBelow post={post} poll={post.poll} />}
        {...callbacks}
      />
      {tools?.belowPost(post)}
    </>
  );
  const head = (
    <TopicHead topic={topic} actions={<TopicActions topic={topic} organiserMenu={tools?.topicMenu(topic, choice)} />}>
      {topic.photo && <TopicPhoto photo={topic.photo} />}
      {(topic.has_images || isGallery) && <TopicViewTabs topic={topic} isGallery={isGallery} />}
    </TopicHead>
  );
  if (isGallery) return <GalleryView topic={topic} head={head} />;
  return (
    <TopicReader
      topic={topic}
      number={number}
      head={head}
      renderPost={renderPost}
      footer={
        <>
          {tools?.belowTopic(topic, choice)}
          {footer}
          {images.dialog}
        </>
      }
    />
  );
}

/** Memoised, because the topic changes often, but these fields do not. */
function useTopicOfPost({ id, slug, solved_post_id, solved_number, viewer: { may_solve } }: Topic): TopicOfPost {
  return useMemo(() => ({ id, slug, solved_post_id, solved_number, may_solve }), [id, slug, solved_post_id, solved_number, may_solve]);
}

function TopicActions({ topic, organiserMenu }: { topic: Topic; organiserMenu: ReactNode }) {
  const navigate = useNavigate();
  const mute = useMuteTrack('topic', topic);
  const deletion = useLazyDialog(async () => (await import('~/forum/moderation/delete-topic-dialog.tsx')).DeleteTopicDialog);
  const { may_delete, may_moderate } = topic.viewer;
  const items: (MenuItem | false)[] = [
    {
      label: words.copyLink,
      icon: <Link2 {...icon} />,
      onChoose: () => void copyLink(`${location.origin}/forum/t/${topic.id}/${topic.slug}`),
    },
    {
      label: words.sendInMessage,
      icon: <MessageSquare {...icon} />,
      onChoose: () => void navigate({ to: '/messages/new', search: { topic: topic.id } }),
    },
    { label: topic.is_muted ? trackWords.unmuteTopic : trackWords.muteTopic, icon: <BellOff {...icon} />, onChoose: mute },
    // Organisers delete from their own menu.
    may_delete && !may_moderate && { label: words.deleteTopic, icon: <Trash2 {...icon} />, danger: true, onChoose: deletion.open },
  ];
  return (
    <>
      <FollowTrackButton kind="topic" thing={topic} />
      {organiserMenu}
      <Menu label={words.moreOfTopic} icon={<Ellipsis {...icon} />} items={items.filter((item) => item !== false)} />
      {deletion.Dialog && <deletion.Dialog topic={topic} onClose={deletion.close} />}
    </>
  );
}

const GalleryView = ({ topic, head }: { topic: Topic; head: ReactNode }) => (
  <div className="topic">
    <div className="topic-main">
      {head}
      <Suspense>
        <TopicGallery topic={topic} />
      </Suspense>
    </div>
  </div>
);
