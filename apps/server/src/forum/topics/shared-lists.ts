import type { Context } from '../../platform/context.ts';
import { noReplicas } from '../../platform/db/replicas/open-replicas.ts';
import { type ReadShared, type SharedPage, sharePages } from '../../platform/db/shared-pages.ts';
import {
  endOfList,
  firstPieceRanges,
  joinList,
  ownPiece,
  ownText,
  type ByteRange,
  ReadyJson,
  replacePieces,
  sharedPiece,
} from '../../platform/http/ready-json.ts';
import { anybody, type Viewer } from '../../platform/http/viewer.ts';
import { findTopics, type TopicsAsked } from './find-topics.ts';
import { findTopicPhotos, type PresentedTopic, presentWithPhotoIds } from './present-topics.ts';
import { type OwnOfTopic, readTopicRelations, type TopicsRelation } from './relation-queries.ts';

interface ReadyTopic {
  id: string;
  /** Of the photo that it is about, where not everybody may see that. */
  restrictedPhoto: string | undefined;
  /** For somebody who neither has read it nor wrote in it. */
  own: OwnOfTopic;
  /** Where that stands in the list. */
  ownRange: ByteRange;
}

interface ReadyList extends SharedPage {
  topics: ReadyTopic[];
  restrictedPhotos: string[];
  /** As somebody reads it who has nothing of their own in it. */
  alike: Buffer;
}

export type SharedLists = ReadShared<TopicsAsked, ReadyList, TopicsRelation>;

/** Lists of topics that many read at once, such as the forum's front page. */
export const sharedListsOf = (context: Context): SharedLists =>
  sharePages(context.db, { make: (asked: TopicsAsked) => makeList(context, asked), readRelations: readTopicRelations });

/** Whether the list is of the same topics for all who hide and mute nothing. */
export const isSharedList = ({ search = '', filter }: TopicsAsked): boolean =>
  search === '' && (filter === undefined || filter === 'unanswered');

/** A list of one category has muted topics, too; one of all leaves them out. */
export const isForAll = ({ category }: TopicsAsked, { mutes }: TopicsRelation): boolean => !mutes || category !== undefined;

async function makeList(context: Context, asked: TopicsAsked): Promise<ReadyList> {
  // It is kept for as long as the writer's snapshot is the same: nothing older may get into it.
  const { ids, meta } = await findTopics(context, anybody, asked, noReplicas(context.db));
  const divided = (await presentWithPhotoIds(context, anybody, ids)).map(divideTopic);
  const pieces = divided.map((topic) => topic.pieces);
  const ranges = firstPieceRanges(pieces);
  const topics = divided.map(({ id, restrictedPhoto, own }, index) => ({ id, restrictedPhoto, own, ownRange: ranges[index]! }));
  const alike = joinList(pieces, endOfList(meta));
  return {
    topics,
    restrictedPhotos: topics.flatMap(({ restrictedPhoto }) => restrictedPhoto ?? []),
    alike,
    ids: topics.map(({ id }) => id),
    bytes: alike.length,
  };
}

/** Where not everybody may see the topic's photo, that is the reader's own, too. */
function divideTopic({ topic, photoId }: PresentedTopic): Omit<ReadyTopic, 'ownRange'> & { pieces: Buffer[] } {
  const { unread_posts_count, is_following, is_muted, photo, ...others } = topic;
  const restrictedPhoto = photo === null && photoId !== null ? photoId : undefined;
  const own = { unread_posts_count, is_following, is_muted };
  const pieces =
    restrictedPhoto === undefined ? [ownPiece(own), sharedPiece({ photo, ...others })] : [ownPiece({ ...own, photo }), sharedPiece(others)];
  return { id: topic.id, restrictedPhoto, own, pieces };
}

/** The list as the viewer reads it: what is their own is put into what all share. */
export async function joinTopics(
  context: Context,
  viewer: Viewer,
  { topics, restrictedPhotos, alike }: ReadyList,
  relation: TopicsRelation,
): Promise<ReadyJson> {
  if (relation.own.length === 0 && restrictedPhotos.length === 0) return new ReadyJson(alike);
  const ownOf = new Map(relation.own.map(({ id, ...own }) => [id, own]));
  const photoOf = await findTopicPhotos(context, viewer, restrictedPhotos);
  const ownPieces = topics
    .filter(({ id, restrictedPhoto }) => restrictedPhoto !== undefined || ownOf.has(id))
    .map(({ id, restrictedPhoto, own: ofAll, ownRange }) => {
      const own = ownOf.get(id) ?? ofAll;
      return { range: ownRange, piece: ownText(restrictedPhoto === undefined ? own : { ...own, photo: photoOf(restrictedPhoto) }) };
    });
  return new ReadyJson(...replacePieces(alike, ownPieces));
}
