import type { Photo } from '@mbari/contract/photos/posts';
import { type ByteRange, firstPieceRanges, joinList, ownPiece, ownText, type Replacement } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type ViewerReactions, viewReactions, viewPhotoAs, viewPhotoOnly } from '../posts/views.ts';
import type { CachedPost } from './post-cache.ts';

const emptyReactions = ownPiece({ likes: [], is_liked: false, is_saved: false });

/** The JSON of a list for viewers without reactions to its posts. */
export interface JoinedPosts {
  json: Buffer;
  ranges: ByteRange[];
}

export function joinPosts(posts: readonly CachedPost[], end: string): JoinedPosts {
  const items = posts.map(({ rest }) => [emptyReactions, rest]);
  const ranges = firstPieceRanges(items).map(({ from, to }, index) => ({ from, to: to + posts[index]!.rest.length }));
  return { json: joinList(items, end), ranges };
}

/** Returns the replacement for a post's joined JSON, or undefined if this viewer needs none. */
export function viewerPart(viewer: Viewer, post: CachedPost, reactions: ViewerReactions, range: ByteRange): Replacement | undefined {
  if (isPersonal(viewer, post)) return { range, piece: jsonOf(viewPhotoAs(viewer, photoOf(post), reactions)) };
  if (!reactions.isLiked && !reactions.isSaved) return undefined;
  return { range: { from: range.from, to: range.from + emptyReactions.length }, piece: ownText(viewReactions(viewer, reactions)) };
}

/** Presents a post with a category object, for profiles. */
export function piecesWithCategory(viewer: Viewer, post: CachedPost, reactions: ViewerReactions, category: object | null): Buffer[] {
  if (isPersonal(viewer, post)) return [jsonOf({ ...viewPhotoAs(viewer, photoOf(post), reactions), category })];
  const ownBytes = reactions.isLiked || reactions.isSaved ? ownPiece(viewReactions(viewer, reactions)) : emptyReactions;
  return [ownBytes, ownPiece({ category }).subarray(1), post.rest.subarray(post.afterCategory)];
}

export const readOnlyPiece = (post: CachedPost, category: object | null): Buffer => jsonOf({ ...viewPhotoOnly(photoOf(post)), category });

export const jsonOf = (photo: object): Buffer => Buffer.from(JSON.stringify(photo));

/** Returns true for organisers and named members, whose permissions differ from the joined JSON. */
const isPersonal = ({ id, role }: Viewer, { members }: CachedPost): boolean => role !== 'member' || members.includes(id);

const photoOf = ({ rest }: CachedPost): Photo => JSON.parse(`{"likes":[],"is_liked":false,"is_saved":false,${rest.toString()}`) as Photo;
