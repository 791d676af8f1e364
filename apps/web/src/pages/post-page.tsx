import * as sentences from '@mbari/contract/sentences';
import type { Photo } from '@mbari/contract/shapes/photos';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { CommentBox } from '~/features/comments/comment-box.tsx';
import { Conversation } from '~/features/comments/conversation.tsx';
import { LikeButton } from '~/features/photos/like-button.tsx';
import { Mat } from '~/features/photos/mat.tsx';
import { photoById } from '~/features/photos/photo-queries.ts';
import '~/features/photos/photos.css';
import '~/features/photos/post.css';
import { CallRefused } from '~/lib/call.ts';
import { focusHeading, nameWindow } from '~/lib/page-turn.ts';
import { relativeDate } from '~/lib/relative-date.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button, buttonClass } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { VerifiedBadge } from '~/ui/verified-badge.tsx';

export function PostPage() {
  const { id } = useParams({ from: '/shell/post/$id' });
  const { data: photo, error, refetch } = useQuery(photoById(id));
  const title = photo?.title ?? (error ? sentences.photoNotFound : undefined);
  useEffect(() => nameWindow(title), [title]);
  if (photo) return <Post key={photo.id} photo={photo} />;
  if (error instanceof CallRefused && error.status === 404)
    return (
      <EmptyState
        drawing="lost"
        level="h1"
        title={sentences.photoNotFound}
        act={
          <Link to="/feed" className={buttonClass({})}>
            Back to the feed
          </Link>
        }
      >
        It may have been taken down, or it is not for everybody.
      </EmptyState>
    );
  if (error)
    return (
      <EmptyState
        drawing="cracked"
        level="h1"
        title={sentences.photoFetchFailed}
        act={<Button onClick={() => void refetch()}>Try Again</Button>}
      >
        The photo could not be reached.
      </EmptyState>
    );
  return (
    <div className="post" role="status">
      <div className="mat grid place-items-center">
        <Spinner size={28} />
        <span className="sr-only">Loading the photo</span>
      </div>
      <div className="post-side" />
    </div>
  );
}

function Post({ photo }: { photo: Photo }) {
  useArrival();
  return (
    <article className="post" aria-labelledby="post-title">
      <Mat photo={photo} />
      <div className="post-side">
        <div className="post-words">
          <h1 id="post-title" className="display text-t36" dir="auto" tabIndex={-1}>
            {photo.title}
          </h1>
          <div className="flex items-center gap-s3">
            <Avatar src={photo.user.avatar_url} size={40} />
            <div className="min-w-0">
              <p className="flex items-center gap-s1 font-semibold">
                <span className="truncate" dir="auto">
                  {photo.user.name}
                </span>
                <VerifiedBadge member={photo.user} />
              </p>
              <time dateTime={photo.created_at} className="block text-t15 text-ink-meta">
                {relativeDate(photo.created_at)}
              </time>
            </div>
          </div>
          {photo.description && (
            <p className="post-story" dir="auto">
              {photo.description}
            </p>
          )}
          {photo.category && (
            <p>
              <span className="sr-only">Category: </span>
              <span className="tag">{photo.category}</span>
            </p>
          )}
          <div className="post-acts">
            <LikeButton photo={photo} />
            <a href="#conversation" className="count-button">
              <MessageCircle size={18} strokeWidth={1.6} aria-hidden="true" />
              <span className="sr-only">Comments</span>
              <span>{photo.comments_count}</span>
            </a>
          </div>
          <Conversation photo={photo} />
        </div>
        {photo.viewer.may_comment && (
          <div className="post-reply">
            <CommentBox photoId={photo.id} maker={photo.user.name} />
          </div>
        )}
      </div>
    </article>
  );
}

/** The post is here: its heading takes the focus; from a comment count one comes straight to the conversation. */
function useArrival(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
    if (location.hash === '#conversation') document.getElementById('conversation')?.scrollIntoView();
  }, []);
}
