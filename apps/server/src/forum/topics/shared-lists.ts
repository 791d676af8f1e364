import type { ListedTopic } from '@mbari/contract/forum/topics';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { noReplicas } from '../../platform/db/open-replicas.ts';
import { pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import {
  type ByteRange,
  endOfList,
  firstPieceRanges,
  joinList,
  ownPiece,
  ownText,
  ReadyJson,
  replacePieces,
  sharedPiece,
} from '../../platform/http/ready-json.ts';
import { type Viewer, viewerWithoutBlocks } from '../../platform/http/viewer.ts';
import { findTopics, type TopicListQuery } from './find-topics.ts';
import { readTopicStates, type TopicsState, type ViewerTopicFields } from './list-queries.ts';
import { findTopicPhotos, type PresentedTopic, presentTopics, presentWithPhotoIds } from './present-topics.ts';

interface SharedTopic {
  id: string;
  /** Id of the topic's photo, if not public. */
  restrictedPhoto: string | undefined;
  /** Fields for a viewer who neither read the topic nor posted in it. */
  own: ViewerTopicFields;
  /** Byte range of these fields in `defaultJson`. */
  ownRange: ByteRange;
}

interface TopicsPage extends SharedPage {
  topics: SharedTopic[];
  restrictedPhotos: string[];
  /** JSON for viewers with default fields in every topic. */
  defaultJson: Buffer;
}

export async function listTopics(
  context: Context,
  viewer: Viewer,
  query: TopicListQuery,
): Promise<{ data: ListedTopic[]; meta: ListMeta & { total_is_capped: boolean } } | ReadyJson> {
  const shared = isSharedList(query) ? await topicListCache(context)(viewer, query) : undefined;
  if (shared && mayShareList(query, shared.state)) return presentSharedTopics(context, viewer, shared.page, shared.state);
  const { ids, meta } = await findTopics(context, viewer, query);
  return { data: await presentTopics(context, viewer, ids), meta };
}

const topicListCache = oncePerContext((context) =>
  pageCache<TopicListQuery, TopicsPage, TopicsState>(context.db, {
    // On failure, each request builds its own page and reports the error.
    makePage: (query) => buildTopicsPage(context, query).catch(() => undefined),
    readStates: readTopicStates,
    isPersonal: ({ hides }) => hides,
    skipsFirstRead: true,
  }),
);

const isSharedList = ({ search = '', filter }: TopicListQuery): boolean =>
  search === '' && (filter === undefined || filter === 'unanswered');

/** Muted topics are listed only in their category. */
const mayShareList = ({ category }: TopicListQuery, { mutes }: TopicsState): boolean => !mutes || category !== undefined;

async function buildTopicsPage(context: Context, query: TopicListQuery): Promise<TopicsPage> {
  // The page is cached by the primary's snapshot, so it must not contain older data of a replica.
  const { ids, meta } = await findTopics(context, viewerWithoutBlocks, query, noReplicas(context.db));
  const divided = (await presentWithPhotoIds(context, viewerWithoutBlocks, ids)).map(toSharedTopic);
  const pieces = divided.map((topic) => topic.pieces);
  const ranges = firstPieceRanges(pieces);
  const topics = divided.map(({ id, restrictedPhoto, own }, index) => ({ id, restrictedPhoto, own, ownRange: ranges[index]! }));
  const defaultJson = joinList(pieces, endOfList(meta));
  return {
    topics,
    restrictedPhotos: topics.flatMap(({ restrictedPhoto }) => restrictedPhoto ?? []),
    defaultJson,
    ids: topics.map(({ id }) => id),
    bytes: defaultJson.length,
  };
}

/** Puts a restricted photo among the viewer's own fields. */
function toSharedTopic({ topic, photoId }: PresentedTopic): Omit<SharedTopic, 'ownRange'> & { pieces: Buffer[] } {
  const { unread_posts_count, is_following, is_muted, photo, ...others } = topic;
  const restrictedPhoto = photo === null && photoId !== null ? photoId : undefined;
  const own = { unread_posts_count, is_following, is_muted };
  const pieces =
    restrictedPhoto === undefined ? [ownPiece(own), sharedPiece({ photo, ...others })] : [ownPiece({ ...own, photo }), sharedPiece(others)];
  return { id: topic.id, restrictedPhoto, own, pieces };
}

async function presentSharedTopics(
  context: Context,
  viewer: Viewer,
  { topics, restrictedPhotos, defaultJson }: TopicsPage,
  state: TopicsState,
): Promise<ReadyJson> {
  if (state.own.length === 0 && restrictedPhotos.length === 0) return new ReadyJson(defaultJson);
  const ownOf = new Map(state.own.map(({ id, ...own }) => [id, own]));
  const photoOf = await findTopicPhotos(context, viewer, restrictedPhotos);
  const ownPieces = topics
    .filter(({ id, restrictedPhoto }) => restrictedPhoto !== undefined || ownOf.has(id))
    .map(({ id, restrictedPhoto, own: ofAll, ownRange }) => {
      const own = ownOf.get(id) ?? ofAll;
      return { range: ownRange, piece: ownText(restrictedPhoto === undefined ? own : { ...own, photo: photoOf(restrictedPhoto) }) };
    });
  return new ReadyJson(...replacePieces(defaultJson, ownPieces));
}
