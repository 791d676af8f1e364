import type { Context } from '../../context.ts';
import { type ReadShared, type SharedPage, sharePages } from '../../db/shared-pages.ts';
import { endOfList, joinList, ownPiece, ReadyJson, sharedPiece } from '../../http/ready-json.ts';
import { anybody, type Viewer } from '../../http/viewer.ts';
import { findTopicPhotos, type PresentedTopic, presentWithPhotoIds } from '../forum-topics/present-topics.ts';
import { findTopics, type TopicsAsked } from './find-topics.ts';
import { type OwnOfTopic, readTopicRelations, type TopicsRelation } from './relation-queries.ts';

interface ReadyTopic {
  id: string;
  /** Of the photo that it is about, where not everybody may see that. */
  restrictedPhoto: string | undefined;
  /** As somebody reads it who neither has read it nor wrote in it. */
  plain: Buffer;
  /** What follows on what is a reader's own. */
  rest: Buffer;
  own: OwnOfTopic;
}

interface ReadyList extends SharedPage {
  topics: ReadyTopic[];
  restrictedPhotos: string[];
  end: string;
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
  const { ids, meta } = await findTopics(context, anybody, asked);
  const topics = (await presentWithPhotoIds(context, anybody, ids)).map(readyTopic);
  const end = endOfList(meta);
  const alike = joinList(
    topics.map(({ plain }) => [plain]),
    end,
  );
  return {
    topics,
    restrictedPhotos: topics.flatMap(({ restrictedPhoto }) => restrictedPhoto ?? []),
    end,
    alike,
    ids: topics.map(({ id }) => id),
    // Each topic is kept in two pieces beside the list.
    bytes: alike.length * 3,
  };
}

function readyTopic({ topic, photoId }: PresentedTopic): ReadyTopic {
  const { unread_posts_count, is_following, is_muted, photo, ...others } = topic;
  const restrictedPhoto = photo === null && photoId !== null ? photoId : undefined;
  const own = { unread_posts_count, is_following, is_muted };
  const rest = sharedPiece(restrictedPhoto === undefined ? { photo, ...others } : others);
  const plain = Buffer.concat([ownPiece(restrictedPhoto === undefined ? own : { ...own, photo }), rest]);
  return { id: topic.id, restrictedPhoto, plain, rest, own };
}

/** The list as the viewer reads it, copied together from ready pieces. */
export async function joinTopics(context: Context, viewer: Viewer, list: ReadyList, relation: TopicsRelation): Promise<ReadyJson> {
  const { topics, restrictedPhotos, end, alike } = list;
  if (relation.own.length === 0 && restrictedPhotos.length === 0) return new ReadyJson(alike);
  const ownOf = new Map(relation.own.map(({ id, ...own }) => [id, own]));
  const photoOf = await findTopicPhotos(context, viewer, restrictedPhotos);
  const piecesOf = ({ id, restrictedPhoto, plain, rest, own: ofAll }: ReadyTopic): Buffer[] => {
    const own = ownOf.get(id) ?? ofAll;
    if (restrictedPhoto !== undefined) return [ownPiece({ ...own, photo: photoOf(restrictedPhoto) }), rest];
    return own === ofAll ? [plain] : [ownPiece(own), rest];
  };
  return new ReadyJson(joinList(topics.map(piecesOf), end));
}
