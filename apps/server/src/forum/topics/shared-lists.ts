import { type Context, oncePerContext } from '../../platform/context.ts';
import { pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import { noReplicas } from '../../platform/db/replicas/open-replicas.ts';
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
import { type OwnOfTopic, readTopicStates, type TopicsState } from './viewer-state-queries.ts';

interface SharedTopic {
  id: string;
  /** Id of its photo, if the photo is not public. */
  restrictedPhoto: string | undefined;
  /** The fields for a viewer who has neither read it nor posted in it. */
  own: OwnOfTopic;
  /** Bytes of these fields in the list. */
  ownRange: ByteRange;
}

interface TopicsPage extends SharedPage {
  topics: SharedTopic[];
  restrictedPhotos: string[];
  /** JSON for viewers without any state. */
  alike: Buffer;
}

/** Cache of recently read lists, such as the forum's front page. */
export const sharedListsOf = oncePerContext((context) =>
  pageCache<TopicsAsked, TopicsPage, TopicsState>(context.db, {
    // A visitor may see less than the viewer, whose own read then reports errors.
    makePage: (query) => makeList(context, query).catch(() => undefined),
    readStates: readTopicStates,
    isPersonal: ({ hides }) => hides,
    skipsFirstRead: true,
  }),
);

export const isSharedList = ({ search = '', filter }: TopicsAsked): boolean =>
  search === '' && (filter === undefined || filter === 'unanswered');

/** Muted topics are listed only in their category. */
export const isForAll = ({ category }: TopicsAsked, { mutes }: TopicsState): boolean => !mutes || category !== undefined;

async function makeList(context: Context, asked: TopicsAsked): Promise<TopicsPage> {
  // The page is cached by the primary's snapshot, so it must not contain older data of a replica.
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

/** A restricted photo belongs to the viewer's fields. */
function divideTopic({ topic, photoId }: PresentedTopic): Omit<SharedTopic, 'ownRange'> & { pieces: Buffer[] } {
  const { unread_posts_count, is_following, is_muted, photo, ...others } = topic;
  const restrictedPhoto = photo === null && photoId !== null ? photoId : undefined;
  const own = { unread_posts_count, is_following, is_muted };
  const pieces =
    restrictedPhoto === undefined ? [ownPiece(own), sharedPiece({ photo, ...others })] : [ownPiece({ ...own, photo }), sharedPiece(others)];
  return { id: topic.id, restrictedPhoto, own, pieces };
}

export async function joinTopics(
  context: Context,
  viewer: Viewer,
  { topics, restrictedPhotos, alike }: TopicsPage,
  state: TopicsState,
): Promise<ReadyJson> {
  if (state.own.length === 0 && restrictedPhotos.length === 0) return new ReadyJson(alike);
  const ownOf = new Map(state.own.map(({ id, ...own }) => [id, own]));
  const photoOf = await findTopicPhotos(context, viewer, restrictedPhotos);
  const ownPieces = topics
    .filter(({ id, restrictedPhoto }) => restrictedPhoto !== undefined || ownOf.has(id))
    .map(({ id, restrictedPhoto, own: ofAll, ownRange }) => {
      const own = ownOf.get(id) ?? ofAll;
      return { range: ownRange, piece: ownText(restrictedPhoto === undefined ? own : { ...own, photo: photoOf(restrictedPhoto) }) };
    });
  return new ReadyJson(...replacePieces(alike, ownPieces));
}
