import type { ListMeta } from '@mbari/contract/shapes/fields';
import { endOfList, joinList } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isPersonalTo, piecesFor } from '../photos/read-ready.ts';
import { noMarks } from '../photos/views.ts';
import type { ReadyPost } from './newest-posts.ts';
import type { MarkedPosts } from './own-marks.ts';

export interface FeedPage {
  /** All of the newest posts, from which those shown were taken. */
  ready: ReadyPost[];
  shown: ReadyPost[];
  marked: MarkedPosts;
  meta: ListMeta;
}

/** The answer of a list of posts, copied together from ready pieces. */
export function joinPosts(viewer: Viewer, { ready, shown, marked, meta }: FeedPage): Buffer {
  const isOwn = ({ post, shared }: ReadyPost): boolean => marked.has(post) || isPersonalTo(viewer, shared);
  const end = endOfList(meta);
  if (!shown.some(isOwn)) return alike(ready, shown, end);
  return joinList(
    shown.map((one) => (isOwn(one) ? piecesFor(viewer, one.shared, marked.get(one.post) ?? noMarks) : [one.plain])),
    end,
  );
}

/** Answers that many viewers get alike. Gone together with what they were made from. */
const answersFrom = new WeakMap<ReadyPost[], Map<string, Buffer>>();
const answersAtMost = 200;

function alike(ready: ReadyPost[], shown: ReadyPost[], end: string): Buffer {
  let answers = answersFrom.get(ready);
  if (!answers) answersFrom.set(ready, (answers = new Map()));
  // Between the first and the last, viewers differ only in the restricted posts that reach them.
  const restricted = shown.filter(({ post }, index) => !post.isPublic || index === 0 || index === shown.length - 1);
  const key = `${restricted.map(({ post }) => post.id).join()}${end}`;
  let answer = answers.get(key);
  if (!answer) {
    answer = joinList(
      shown.map(({ plain }) => [plain]),
      end,
    );
    if (answers.size < answersAtMost) answers.set(key, answer);
  }
  return answer;
}
