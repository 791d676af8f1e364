import type { ListedTopic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-topics';
import { inTopic } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { Lock, Pin } from 'lucide-react';
import { useLessData } from '~/platform/lib/less-data.ts';
import { timeAgo } from '~/platform/lib/time-ago.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';
import '~/platform/ui/parts.css';

interface TopicRowProps {
  topic: ListedTopic;
  showCategory?: boolean;
}

export function TopicRow({ topic, showCategory = false }: TopicRowProps) {
  const { unread_posts_count: unread, latest_post: latest } = topic;
  const isUnread = unread > 0;
  const { folded, show, shownRef } = useFold(topic.author?.id, () => topic.title);
  if (folded)
    return (
      <li className="topic-row-folded">
        <Folded why={inTopic} onShow={show} />
      </li>
    );
  return (
    <li className="topic-row" data-unread={isUnread || undefined} data-photo={topic.photo ? true : undefined}>
      <Link ref={shownRef} to="/forum/t/$id/{-$slug}/{-$number}" params={{ id: topic.id, slug: topic.slug }} className="topic-row-title">
        {isUnread && <span className="sr-only">{words.unread} </span>}
        {topic.is_pinned && <Pin size={16} strokeWidth={1.8} role="img" aria-label={words.pinned} />}
        {topic.is_locked && <Lock size={16} strokeWidth={1.8} role="img" aria-label={words.locked} />}
        <bdi>{topic.title}</bdi>
      </Link>
      <span className="topic-row-leader" aria-hidden="true" />
      <span className="topic-row-count">
        <Phrase parts={words.postsAtEnd({ count: topic.posts_count, unit: (text) => <span className="sr-only">{text}</span> })} />
      </span>
      <p className="topic-row-meta parts">
        <span className="topic-row-posts">{words.posts({ count: topic.posts_count })}</span>
        {latest && (
          <span className="topic-row-author" dir="auto">
            {latest.author.name}
          </span>
        )}
        <span>{timeAgo(latest?.created_at ?? topic.created_at)}</span>
        {showCategory && <span dir="auto">{words.inCategory({ name: topic.category.name })}</span>}
        {topic.is_solved && <b className="text-leaf">{words.solved}</b>}
        {topic.is_muted && <span>{words.muted}</span>}
        {isUnread && <b className="text-indigo">{words.newPosts({ count: unread, more: unread >= limits.unreadPostCount })}</b>}
      </p>
      {topic.photo && <TopicThumbnail photo={topic.photo} />}
    </li>
  );
}

/** Decorative: the title is next to it. */
function TopicThumbnail({ photo: { image } }: { photo: NonNullable<ListedTopic['photo']> }) {
  const ratio = Math.min(1.35, Math.max(1, image.width / image.height));
  const style = { aspectRatio: ratio, backgroundColor: image.color };
  if (useLessData()) return <span className="topic-thumbnail" style={style} />;
  return (
    <img
      className="topic-thumbnail"
      src={image.image_path}
      srcSet={image.srcset.webp}
      sizes="72px"
      width={image.width}
      height={image.height}
      alt=""
      loading="lazy"
      decoding="async"
      style={style}
    />
  );
}
