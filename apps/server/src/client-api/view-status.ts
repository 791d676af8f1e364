import type { CommentInConversation } from '@mbari/contract/photos/comments';
import { type Image, type Photo, warningReasons } from '@mbari/contract/photos/posts';
import { hashtagsIn } from '@mbari/contract/platform/parse-text';
import { tagsToKeep } from '@mbari/contract/platform/tags';
import type { Context } from '../platform/context.ts';
import { html } from '../platform/http/plain-page.ts';
import { blurhashOf } from './blurhash.ts';
import { decimalOf } from './paging.ts';
import { contentOf, originOf, viewAccount } from './view-account.ts';

type Site = Pick<Context, 'config'>;

/** Fields of a status that nothing here has. */
const nothing = {
  reblogs_count: 0,
  reblogged: false,
  reblog: null,
  quotes_count: 0,
  muted: false,
  pinned: false,
  poll: null,
  card: null,
  language: null,
  edited_at: null,
  application: null,
  emojis: [],
  mentions: [],
  filtered: [],
};

export function viewPhotoStatus(context: Site, photo: Photo, isOpen: boolean): object {
  const origin = originOf(context);
  const url = `${origin}/post/${photo.id}`;
  return {
    ...nothing,
    id: decimalOf(photo.id),
    uri: url,
    url,
    created_at: photo.created_at,
    account: viewAccount(context, photo.user),
    content: html`<p><strong>${photo.title}</strong></p>`.text + contentOf(origin, photo.description ?? '', []).text,
    visibility: isOpen ? 'public' : 'private',
    sensitive: photo.warning !== null,
    spoiler_text: photo.warning === null ? '' : warningText(photo.warning.reason),
    media_attachments: photo.images.map((image) => viewMedia(context, image)),
    tags: tagsToKeep(hashtagsIn(`${photo.title}\n${photo.description ?? ''}`).map(({ written }) => written)).map((name) =>
      viewTag(context, name),
    ),
    in_reply_to_id: null,
    in_reply_to_account_id: null,
    replies_count: photo.comments_count,
    favourites_count: photo.likes_count,
    favourited: photo.is_liked,
    bookmarked: photo.is_saved,
  };
}

/** Apps show the text as it is, so a reason that our own pages translate appears as its English name. */
const warningText = (reason: string): string =>
  warningReasons.some((name) => name === reason) ? reason.replace(/^./, (letter) => letter.toUpperCase()) : reason;

export function viewCommentStatus(context: Site, photoId: string, comment: CommentInConversation): object {
  const url = `${originOf(context)}/post/${photoId}#comment-${comment.id}`;
  return {
    ...nothing,
    id: decimalOf(comment.id),
    uri: url,
    url,
    created_at: comment.created_at,
    account: viewAccount(context, comment.user),
    content: contentOf(originOf(context), comment.content, comment.mentions).text,
    visibility: 'public',
    sensitive: false,
    spoiler_text: '',
    media_attachments: [],
    tags: [],
    in_reply_to_id: decimalOf(comment.reply_to?.id ?? photoId),
    in_reply_to_account_id: comment.reply_to && decimalOf(comment.reply_to.user.id),
    replies_count: 0,
    favourites_count: comment.likes_count,
    favourited: comment.is_liked,
    bookmarked: false,
  };
}

/** Presents an image, with the JPEG of at most 1,280 pixels as preview, because many apps read no AVIF. */
export function viewMedia(
  context: Site,
  image: Pick<Image, 'id' | 'image_path' | 'alt' | 'width' | 'height' | 'thumbhash' | 'srcset'>,
): object {
  const origin = originOf(context);
  const largest = image.srcset.jpeg.split(', ').at(-1)!.split(' ')[0]!;
  const size = { width: image.width, height: image.height, size: `${image.width}x${image.height}`, aspect: image.width / image.height };
  return {
    id: decimalOf(image.id),
    type: 'image',
    url: origin + largest,
    preview_url: origin + image.image_path,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: { original: size, small: size, focus: { x: 0, y: 0 } },
    description: image.alt === '' ? null : image.alt,
    blurhash: blurhashOf(image.thumbhash),
  };
}

export const viewTag = (context: Site, name: string): { name: string; url: string } => ({
  name,
  url: `${originOf(context)}/tag/${encodeURIComponent(name)}`,
});
