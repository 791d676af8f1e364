import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import type { Author } from '@mbari/contract/people/members';
import { postDeleted } from '@mbari/words/unsent-words';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { OnFiles } from '~/forum/markdown/pending-images.ts';
import { findLoadedPages, findLoadedPosts } from '~/forum/posts/post-queries.ts';
import { addressOfPost } from '~/forum/posts/topic-address.ts';
import { endsOf, isLoaded, postsIn } from '~/forum/posts/use-post-window.ts';
import { ReplyForm } from './reply-form.tsx';
import { useForms } from './use-forms.ts';
import { type AnsweredPost, useReply } from './use-reply.ts';

interface TopicWriting {
  onReply: (post: ForumPost) => void;
  onQuote: (post: ForumPost) => void;
  onEdit: (post: ForumPost) => void;
  editing: (post: ForumPost) => ReactNode;
  footer: ReactNode;
}

export function useTopicWriting(topic: Topic, onFiles?: OnFiles): TopicWriting {
  const client = useQueryClient();
  const navigate = useNavigate();
  const reply = useReply(topic.id);
  const [edited, setEdited] = useState<Pick<ForumPost, 'id' | 'number'> | null>(null);
  const isRemoved = useRemovedPost(topic.id, edited);
  const forms = useForms(reply.isOpen || edited !== null, () => {
    reply.close();
    setEdited(null);
  });
  const posts = () => findLoadedPosts(client, topic.id);
  const participants = () => authorsOf(posts(), reply.replyTo);
  const quoteSelected = (number: number, text: string) => {
    const post = posts().find((one) => one.number === number);
    if (post?.viewer.may_reply) reply.quotePost(post, text);
  };
  const leadTo = ({ number }: ForumPost) =>
    void navigate({ href: addressOfPost(topic, number), state: (state) => ({ ...state, jump: Date.now() }), resetScroll: false });
  return {
    onReply: reply.answer,
    onQuote: (post) => reply.quotePost(post),
    onEdit: ({ id, number }) => setEdited({ id, number }),
    editing: (post) =>
      post.id === edited?.id && forms ? (
        <forms.EditPostForm
          {...{ post, participants, onFiles }}
          topic={post.number === 1 ? topic : undefined}
          onDone={() => setEdited(null)}
        />
      ) : undefined,
    footer: (
      <>
        {isRemoved && edited && forms && <forms.UnsentDraft key={edited.id} scope={`post:${edited.id}`} title={postDeleted} />}
        <ReplyForm {...{ topic, reply, forms, participants, onFiles }} onPosted={leadTo} />
        {topic.viewer.may_reply && forms && <forms.QuoteSelection onQuote={quoteSelected} />}
      </>
    ),
  };
}

/** True if the post is a placeholder, or missing although its page is loaded. */
export function useRemovedPost(topicId: string, post: Pick<ForumPost, 'id' | 'number'> | null): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => {
      if (post === null) return false;
      const pages = findLoadedPages(client, topicId);
      const posts = postsIn({ pages });
      const shownPost = posts.find(({ id }) => id === post.id);
      return shownPost?.is_deleted ?? isLoaded(posts, post.number, endsOf(pages));
    },
  );
}

/** Members for @ suggestions: the author replied to, then the latest authors. */
function authorsOf(posts: readonly ForumPost[], replyTo: AnsweredPost | null): Author[] {
  const authors = [replyTo, ...posts.toReversed()].flatMap((post) => post?.author ?? []);
  return [...new Map(authors.map((author) => [author.id, author])).values()];
}
