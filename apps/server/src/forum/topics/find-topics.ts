import type { ListedTopic } from '@mbari/contract/forum/topics';
import type { ListMeta } from '@mbari/contract/platform/fields';
import * as limits from '@mbari/contract/platform/limits';
import { type Context, oncePerContext } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { noReplicas } from '../../platform/db/open-replicas.ts';
import { pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import { badCursor, idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../platform/http/lists.ts';
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
import { isId, lowestId } from '../../platform/ids.ts';
import { findTopicsByWords } from '../search-forum.ts';
import {
  countFollowedTopics,
  countListedTopics,
  countTopics,
  type FollowedFilter,
  listFollowedTopicIds,
  listMatchingTopicIds,
  listPinnedTopicIds,
  listTopicIds,
  readTopicStates,
  type TopicPosition,
  type TopicSort,
  type TopicSortKeys,
  type TopicsState,
  type ViewerTopicFields,
} from './list-queries.ts';
import { findTopicPhotos, type PresentedTopic, presentTopics, presentWithPhotoIds } from './present-topics.ts';
import { findForumCategory } from './queries.ts';

interface TopicListQuery extends Paging {
  category?: string | undefined;
  search?: string | undefined;
  sort: TopicSort;
  filter?: FollowedFilter | 'mine' | 'unanswered' | undefined;
}

/** Reads pages after a cursor from a replica, because only first pages must be current. Cached pages need the primary: pass `noReplicas`. */
export async function findTopics(
  context: Context,
  viewer: Viewer,
  { category, search = '', sort, filter, ...paging }: TopicListQuery,
  replicas = context.replicas,
): Promise<{ ids: string[]; meta: ListMeta & { total_is_capped: boolean } }> {
  const { db } = context;
  const { cursor, offset, take } = sliceOf(paging);
  // An unknown category has no topics.
  const categoryId = category === undefined ? null : ((await findForumCategory(db, category))?.id ?? lowestId);
  const isPlain = sort === 'latest' && filter === undefined && search === '';
  const pinned = isPlain ? await listPinned(db, viewer, categoryId, paging) : noPinned;
  const slice = {
    sort,
    after: parseCursor(sort, pinned.cursor ?? cursor),
    offset: Math.max(0, offset - pinned.ids.length),
    limit: literalLimit(take),
  };
  const { topics, total } =
    search !== ''
      ? await searchTopics(context, viewer, { words: search, categoryId }, { ...slice, filter: filter ?? 'all' })
      : await (cursor === undefined ? noReplicas(db) : replicas).find(viewer.id, {
          find: (replica) => listTopicMatches(replica, viewer, categoryId, { ...slice, filter: filter ?? 'all', pinned: pinned.ids }),
          confirm: async (matches) => ((await areListed(db, viewer, matches)) ? matches : undefined),
        });
  const pinnedTopics = isFirstPage(paging) ? pinned.topics : [];
  const { shown, meta } = pageOf([...pinnedTopics, ...topics], paging, total, (topic) => cursorOf(sort, topic, pinned.ids));
  return {
    ids: shown.map(({ id }) => id),
    meta: { ...meta, total_is_capped: total >= (search === '' ? limits.topicCount : limits.forumSearchResults) },
  };
}

const noPinned = { topics: [], ids: [], cursor: undefined };

const isFirstPage = ({ cursor, page = 1 }: Paging): boolean => cursor === undefined && page === 1;

/**
 * Lists pinned topics only on the first unfiltered page. The cursor carries their ids, so that pinning meanwhile neither skips nor repeats a
 * topic. The last topic of a page is not pinned, because the cursor names it.
 */
async function listPinned(
  db: Statements,
  viewer: Viewer,
  categoryId: string | null,
  { cursor, per_page }: Paging,
): Promise<{ topics: TopicSortKeys[]; ids: string[]; cursor: string | undefined }> {
  if (cursor !== undefined) {
    const [id, ...ids] = cursor.split('~');
    if (!ids.every(isId)) throw badCursor();
    return { topics: [], ids, cursor: id };
  }
  const topics = (await listPinnedTopicIds(db, viewer.id, categoryId)).slice(0, per_page - 1);
  return { topics, ids: topics.map(({ id }) => id), cursor: undefined };
}

interface TopicMatches {
  topics: TopicSortKeys[];
  total: number;
}

type Slice = Parameters<typeof listMatchingTopicIds>[3];

const areListed = async (db: Statements, viewer: Viewer, { topics }: TopicMatches): Promise<boolean> =>
  (await countListedTopics(
    db,
    viewer.id,
    topics.map(({ id }) => id),
  )) === topics.length;

async function listTopicMatches(
  db: Statements,
  viewer: Viewer,
  categoryId: string | null,
  { filter, pinned, ...slice }: Slice & { pinned: readonly string[] },
): Promise<TopicMatches> {
  const [topics, total] =
    filter === 'following' || filter === 'unread'
      ? await Promise.all([
          listFollowedTopicIds(db, viewer.id, categoryId, { ...slice, filter }),
          countFollowedTopics(db, viewer.id, categoryId, filter),
        ])
      : await Promise.all([
          listTopicIds(db, viewer.id, categoryId, { ...slice, filter, pinned }),
          countTopics(db, viewer.id, categoryId, filter),
        ]);
  return { topics, total };
}

async function searchTopics(
  context: Context,
  viewer: Viewer,
  search: { words: string; categoryId: string | null },
  slice: Slice,
): Promise<TopicMatches> {
  const topics = await listMatchingTopicIds(context.db, viewer.id, await findTopicsByWords(context, viewer, search), slice);
  return { topics, total: topics[0]?.total ?? 0 };
}

function cursorOf(sort: TopicSort, { id, latest_post_id, score }: TopicSortKeys, pinned: readonly string[]): string {
  if (sort === 'latest') return [latest_post_id, ...pinned].join('~');
  return sort === 'new' ? id : `${score}_${id}`;
}

function parseCursor(sort: TopicSort, cursor: string | undefined): TopicPosition {
  if (sort !== 'top' || cursor === undefined) return { id: idAfter(cursor), score: 1e9 };
  const [, score = '', id = ''] = /^([0-9]{1,9}(?:\.[0-9]{1,20})?)_(.*)$/.exec(cursor) ?? [];
  if (!isId(id)) throw badCursor();
  return { id, score: Number(score) };
}

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
