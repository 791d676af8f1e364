import type { ForumPostResult } from '@mbari/contract/forum/search';
import * as words from '@mbari/words/forum-search';
import { inPost } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { relativeDate } from '~/platform/lib/relative-date.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import '~/platform/ui/parts.css';

export function PostResult({ post, sought }: { post: ForumPostResult; sought: string }) {
  const { topic, number, author, excerpt, created_at } = post;
  const { folded, show, shownRef } = useFold(author.id, () => `${topic.title}\n${excerpt.map(({ text }) => text).join('')}`);
  // A viewer who searches for a word that they muted sees its matches.
  const { folded: isSought } = useFold(author.id, () => sought);
  if (folded && !isSought)
    return (
      <li className="found-post italic">
        <p>
          <Folded why={inPost} onShow={show} />
        </p>
      </li>
    );
  return (
    <li className="found-post">
      <Link
        ref={shownRef}
        to="/forum/t/$id/{-$slug}/{-$number}"
        params={{ id: topic.id, slug: topic.slug, number: String(number) }}
        className="found-post-title"
        dir="auto"
      >
        {topic.title}
      </Link>
      <p className="found-post-excerpt" dir="auto">
        {excerpt.map(({ text, is_match }, index) => (is_match ? <mark key={index}>{text}</mark> : text))}
      </p>
      <div className="found-post-meta">
        <Avatar src={author.avatar_url} size={24} />
        <p className="parts">
          <span dir="auto">{author.name}</span>
          <time dateTime={created_at}>{relativeDate(created_at)}</time>
          <span dir="auto">{words.foundIn({ category: topic.category.name })}</span>
          {number > 1 && <span>{words.postNumber({ number })}</span>}
        </p>
      </div>
    </li>
  );
}
