'use no memo';

import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import * as sentences from '@mbari/words/sentences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { categoryName } from '~/photos/category-name.ts';
import { CommentBox } from '~/photos/comments/comment-box.tsx';
import { type Replying, useReplying } from '~/photos/comments/use-comment-field.ts';
import { FoldButton, FoldedStrip, useFolded } from '~/photos/posts/folded-strip.tsx';
import { MorePhotosBy, Pager, useSteps } from '~/photos/posts/pager.tsx';
import { photoById } from '~/photos/posts/photo-by-id.ts';
import { PhotoDetails } from '~/photos/posts/photo-details.tsx';
import { PostActions } from '~/photos/posts/post-actions.tsx';
import { PostBar } from '~/photos/posts/post-bar.tsx';
import { viewerSizes } from '~/photos/posts/preload-image.ts';
import { type Neighbours, useNeighbours } from '~/photos/posts/use-neighbours.ts';
import '~/photos/posts/photo-page.css';
import { AltText, PhotoTools, WholeWindowButton } from '~/photos/viewer/photo-tools.tsx';
import { PhotoViewer } from '~/photos/viewer/photo-viewer.tsx';
import { useShownImage, useViewerRoom, useWholeWindow } from '~/photos/viewer/use-whole-window.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { relativeDate } from '~/platform/lib/dates.ts';
import { findCached } from '~/platform/lib/find-cached.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { isPhoto } from '~/platform/lib/query-cache.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import { LinkedText } from '~/platform/text/linked-text.tsx';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

// Separate chunks, so that the photo loads first. Imported without delay, because a later import could fail offline.
const FollowButton = optionalLazy(async () => (await import('~/platform/ui/follow-button.tsx')).FollowButton, withoutDelay);
const Scrim = optionalLazy(async () => (await import('~/photos/warnings/scrim.tsx')).Scrim);
const PostMenu = optionalLazy(async () => (await import('~/photos/posts/post-menu.tsx')).PostMenu, withoutDelay);
const UnsentComment = optionalLazy(async () => (await import('~/photos/comments/unsent-comment.tsx')).UnsentComment, withoutDelay);
const Conversation = optionalLazy(async () => (await import('~/photos/comments/conversation.tsx')).ConversationAndCritique, withoutDelay);
// Only some posts need it.
const PostLines = optionalLazy(async () => (await import('~/photos/posts/post-lines.tsx')).PostLines, withoutDelay);
const TopicsAboutPhoto = optionalLazy(async () => (await import('~/forum/topics/topics-about-photo.tsx')).TopicsAboutPhoto, withoutDelay);

export default function PostPage() {
  const { id } = useParams({ from: '/shell/post/$id' });
  const client = useQueryClient();
  const {
    data: photo,
    error,
    refetch,
  } = useQuery({
    ...photoById(id),
    // Shows the post from a cached list first, and refetches.
    initialData: () => findCached(client, isPhoto, id),
    initialDataUpdatedAt: 0,
  });
  // Deleted or hidden, perhaps while the page was open.
  const gone = error instanceof CallRefused && error.status === 404;
  const title = gone ? sentences.photoNotFound : (photo?.title ?? (error ? sentences.photoFetchFailed : undefined));
  useEffect(() => setPageTitle(title), [title]);
  const navigate = useNavigate();
  const newId = photo?.id ?? id;
  // A scheduled post was published under a new id.
  useEffect(() => {
    if (newId !== id) void navigate({ to: '/post/$id', params: { id: newId }, replace: true });
  }, [newId, id, navigate]);
  if (photo && !gone) return <Post photo={photo} />;
  if (gone)
    return (
      <>
        <EmptyState
          drawing="lost"
          level="h1"
          title={sentences.photoNotFound}
          action={
            <Link to="/feed" className={buttonClass({})}>
              {words.backToFeed}
            </Link>
          }
        >
          {words.goneHint}
        </EmptyState>
        <Suspense fallback={null}>
          <UnsentComment key={id} photoId={id} isDeleted />
        </Suspense>
      </>
    );
  if (error)
    return (
      <LoadFailed level="h1" title={sentences.photoFetchFailed} onRetry={() => void refetch()}>
        {words.failedHint}
      </LoadFailed>
    );
  return <LoadingPost />;
}

const stackedBelow = '(max-width: 1000px)';

function LoadingPost() {
  const stacked = useMediaQuery(stackedBelow);
  const [folded] = useFolded();
  return (
    <div className="post" role="status" data-folded={(folded && !stacked) || undefined}>
      {stacked && <PostBar neighbours={null} />}
      <div className="viewer grid place-items-center">
        <Spinner size={28} />
        <span className="sr-only">{words.loading}</span>
      </div>
      <div className="post-side" />
    </div>
  );
}

/** The photo next to a collapsible panel; stacked in a narrow window. */
function Post({ photo }: { photo: Photo }) {
  const neighbours = useNeighbours(photo.id);
  const step = useSteps(neighbours);
  const { viewed, show, hide } = useWarning(photo);
  const shown = useShownImage(viewed, viewed === photo && photo.warning?.is_blurred === true);
  const wholeWindow = useWholeWindow(viewed, shown);
  const { ref: viewer, hasRoom } = useViewerRoom(shown.image);
  const stacked = useMediaQuery(stackedBelow);
  const [isFolded, fold] = useFolded();
  const folded = isFolded && !stacked;
  const inViewer = !stacked && !folded && (shown.count > 1 || hasRoom);
  const tools = <PhotoTools image={shown.image} wholeWindow={wholeWindow} />;
  const menu = (
    <Suspense fallback={<span className="icon-button" />}>
      <PostMenu key={photo.id} photo={photo} among={neighbours !== null} onHide={hide} />
    </Suspense>
  );
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <article className="post" aria-labelledby="post-title" data-folded={folded || undefined}>
      {stacked && (
        <PostBar photo={photo} neighbours={neighbours}>
          <WholeWindowButton wholeWindow={wholeWindow} plain />
          {menu}
        </PostBar>
      )}
      <PhotoViewer
        key={photo.id}
        ref={viewer}
        {...{ shown, wholeWindow }}
        photo={viewed}
        scrim={
          photo.warning?.is_blurred && (
            <Suspense>
              <Scrim photo={photo} sharp={viewed === photo ? undefined : shown.image} onShow={show} isPage />
            </Suspense>
          )
        }
        onStep={step}
        sizes={shown.image ? viewerSizes(shown.image, folded) : ''}
      >
        {inViewer && tools}
      </PhotoViewer>
      {/* The dialog is outside the viewer, so that the viewer does not handle the dialog's swipes. */}
      {wholeWindow.dialog}
      <div className="post-side">
        {folded && (
          <FoldedStrip {...{ photo, neighbours }} onUnfold={() => fold(false)}>
            {tools}
            {menu}
          </FoldedStrip>
        )}
        {!folded && !stacked && <PanelHead photo={photo} neighbours={neighbours} onFold={() => fold(true)} />}
        {/* Stays mounted while collapsed, so that a comment draft survives. */}
        <div className="post-panel" hidden={folded}>
          <PostSide key={photo.id} {...{ photo, stacked }} image={shown.image} onShow={shown.show} inSeries={neighbours?.from.series}>
            {stacked && neighbours?.from.series !== undefined && (
              <div className="post-head">
                <Pager neighbours={neighbours} folded={false} />
              </div>
            )}
            {stacked && <PostActions photo={photo} before={<AltText image={shown.image} />} />}
            {!stacked && !folded && <PostActions photo={photo} before={!inViewer && tools} after={menu} />}
          </PostSide>
        </div>
      </div>
    </article>
  );
}

/** The post with the images that the viewer sees: sharp ones once they chose to, despite its content warning. */
function useWarning(photo: Photo) {
  const [sharp, setSharp] = useState<Pick<Photo, 'id' | 'images'>>();
  const isShown = sharp?.id === photo.id;
  return {
    viewed: isShown ? { ...photo, ...sharp } : photo,
    show: (images: Photo['images']) => setSharp({ id: photo.id, images }),
    hide: isShown && (() => setSharp(undefined)),
  };
}

function PanelHead({ photo, neighbours, onFold }: { photo: Photo; neighbours: Neighbours | null; onFold: () => void }) {
  return (
    <div className="post-head">
      {neighbours ? <Pager neighbours={neighbours} folded={false} /> : <MorePhotosBy user={photo.user} />}
      <FoldButton folded={false} onFold={onFold} />
    </div>
  );
}

interface PostSideProps {
  photo: Photo;
  image: Image | undefined;
  onShow: (index: number) => void;
  stacked: boolean;
  /** The post was opened from this series, which the pager names. */
  inSeries: string | undefined;
  /** Actions: below the photo in a narrow window, below the text in a wide one. */
  children: ReactNode;
}

function PostSide({ photo, image, onShow, stacked, inSeries, children }: PostSideProps) {
  const replying = useReplying();
  return (
    <>
      <PostText {...{ photo, image, onShow, stacked, inSeries, replying }}>{children}</PostText>
      {photo.viewer.may_comment ? (
        <div className="post-reply">
          <CommentBox photo={photo} replying={replying} />
        </div>
      ) : (
        <Suspense fallback={null}>
          <UnsentComment photoId={photo.id} />
        </Suspense>
      )}
    </>
  );
}

function PostText({ photo, image, onShow, stacked, inSeries, children, replying }: PostSideProps & { replying: Replying }) {
  useArrival();
  const lines = [photo.people, photo.awards, inSeries === undefined ? photo.series : []].filter((line) => line?.length).length;
  const proposals = photo.alt_proposals?.length ?? 0;
  return (
    <div className="post-words">
      {stacked && children}
      <h1 id="post-title" className="display text-t26" dir="auto" tabIndex={-1}>
        {photo.title}
      </h1>
      <div className="post-maker">
        <Avatar src={photo.user.avatar_url} size={40} />
        <div className="min-w-0">
          <p className="flex items-center gap-s1 font-semibold">
            <Link to="/user/$username" params={{ username: photo.user.username }} className="post-maker-link" dir="auto">
              {photo.user.name}
            </Link>
            <VerifiedBadge member={photo.user} />
          </p>
          <time dateTime={photo.created_at} className="block text-t15 text-ink-meta">
            {relativeDate(photo.created_at)}
          </time>
        </div>
        <FollowMaker maker={photo.user} />
      </div>
      {photo.description && (
        <p className="post-story" dir="auto">
          <LinkedText text={photo.description} mentions={photo.mentions} />
        </p>
      )}
      {photo.category && (
        <p>
          <Phrase
            parts={words.inCategory({
              name: categoryName(photo.category),
              label: (text) => <span className="sr-only">{text}</span>,
              category: (text) => <span className="tag">{text}</span>,
            })}
          />
        </p>
      )}
      <PhotoDetails photo={photo} image={image} />
      {lines + proposals > 0 && (
        <Suspense fallback={<div style={{ height: `calc(${lines} * var(--touch) + ${proposals * 12}em)` }} />}>
          <PostLines {...{ photo, image, onShow, inSeries }} />
        </Suspense>
      )}
      {!stacked && children}
      <Suspense>
        <Conversation {...{ photo, image, onShow }} onReply={replying.begin} />
        <LinkedConversation />
        {photo.viewer.may_comment && <TopicsAboutPhoto photoId={photo.id} />}
      </Suspense>
    </div>
  );
}

/** Lists omit `is_following`, so it is known only after `readPhoto`. */
function FollowMaker({ maker: { is_following, ...maker } }: { maker: Photo['user'] }) {
  if (is_following === undefined) return null;
  return (
    <div className="ms-auto">
      <Suspense>
        <FollowButton member={{ ...maker, is_following }} />
      </Suspense>
    </div>
  );
}

/** Focuses the heading when the post has loaded. */
function useArrival(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
}

/** Scrolls to `#conversation` once its code has loaded. */
function LinkedConversation() {
  useEffect(() => {
    if (location.hash === '#conversation') document.getElementById('conversation')?.scrollIntoView();
  }, []);
  return null;
}
