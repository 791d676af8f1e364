import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOwnUploads } from '../identity/export/content-queries.ts';
import type { Database, Statements } from '../platform/db/database.ts';
import type { StatesAsked } from '../platform/db/page-cache.ts';
import { mediaStatesBy } from '../platform/images/queries.ts';
import { searchQueryOf } from '../platform/search-query.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../testing/many-rows.ts';
/** @module-tag world */
import * as categories from './categories/queries.ts';
import * as moderation from './moderation/queries.ts';
import * as polls from './polls/queries.ts';
import * as bodies from './posts/body-queries.ts';
import { deletePostImages, insertPostImages } from './posts/body-queries.ts';
import * as images from './posts/image-queries.ts';
import * as likes from './posts/queries.ts';
import * as posts from './posts/queries.ts';
import * as replies from './posts/reply-queries.ts';
import * as departures from './recount-queries.ts';
import * as recount from './recount-queries.ts';
import * as search from './search-queries.ts';
import * as lists from './topics/list-queries.ts';
import { listTopicIdsAbout } from './topics/list-queries.ts';
import * as topics from './topics/queries.ts';
import * as tracks from './track-queries.ts';

describe('images of topics', () => {
  const members = 500;
  const topicsCount = 5_000;
  const postsCount = 50_000;
  const photosCount = 100_000;
  const uploadsCount = 20_000;

  let app: TestApp;
  let viewer: string;
  let topic: string;
  let post: string;
  let [photo, ofPhoto, upload]: string[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      addMemberRows(members),
      `insert into photos (id, member_id, title) select ${rowId(4, 'n')}, ${rowId(1, `1 + n % ${members}`)}, 'Uli' from generate_series(1, ${photosCount}) n`,
      `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select ${rowId(5, 'n')}, ${rowId(1, `1 + n % ${members}`)}, case when n > ${photosCount} then 'forum' else 'photo' end, 800, 600, '#112233', '\\x01', '{320,640}', 1
         from generate_series(1, ${photosCount + uploadsCount}) n`,
      `insert into photo_images select ${rowId(4, 'n')}, 0, ${rowId(5, 'n')}, '' from generate_series(1, ${photosCount}) n`,
      `insert into forum_uploads (image_id, member_id, named_at)
       select ${rowId(5, 'n')}, ${rowId(1, `1 + n % ${members}`)}, now() - n % 100 * interval '1 hour'
         from generate_series(${photosCount + 1}, ${photosCount + uploadsCount}) n`,
      `insert into forum_topics (id, category_id, author_id, title, slug, last_number, posts_count, others_count, latest_post_id, photo_id)
       select ${rowId(2, 'n')}, '019ab000-0000-7000-8000-000000000001', ${rowId(1, `1 + n % ${members}`)}, 'Uli', 'uli', 10, 10, 9, ${rowId(3, `n + 9 * ${topicsCount}`)},
              case when n % 2 = 0 then ${rowId(4, 'n')} end
         from generate_series(1, ${topicsCount}) n`,
      `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
       select ${rowId(3, 'n')}, ${rowId(2, `1 + (n - 1) % ${topicsCount}`)}, 1 + (n - 1) / ${topicsCount}, ${rowId(1, `1 + n % ${members}`)}, 'Ndewo',
              case when n % 5 = 0 then '<mb-photo id="x"></mb-photo>' else '<p>Ndewo</p>' end, 2, 'Ndewo'
         from generate_series(1, ${postsCount}) n`,
      `insert into forum_post_images (post_id, position, photo_id, image_id, alt)
       select ${rowId(3, '5 * n')}, 1, case when n % 2 = 0 then ${rowId(4, 'n')} end, case when n % 2 = 1 then ${rowId(5, `${photosCount} + n`)} end, ''
         from generate_series(1, ${postsCount / 5}) n`,
    ]);
    const first = async (sql: string): Promise<string> => (await app.db.row<{ id: string }>(sql))!.id;
    viewer = await first('select id from members order by id limit 1');
    topic = await first('select id from forum_topics order by id offset 900 limit 1');
    post = await first('select post_id as id from forum_post_images order by post_id offset 900 limit 1');
    photo = await first('select id from photos order by id offset 900 limit 1');
    ofPhoto = await first('select image_id as id from photo_images order by photo_id offset 900 limit 1');
    upload = await first('select image_id as id from forum_uploads order by image_id offset 900 limit 1');
  }, 180_000);
  afterAll(() => app.close());

  const whole = /Seq Scan on (?:photos|images|photo_images|forum_uploads|forum_post_images|forum_posts|forum_topics)\b/;
  const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

  const reads: [string, (db: Statements) => Promise<unknown>][] = [
    ['images that texts show', (db) => images.listVisibleImages(db, viewer, [photo!, ofPhoto!, upload!])],
    ['renewing the author’s own images', (db) => images.renewOwnImages(db, viewer, [photo!, ofPhoto!, upload!])],
    ['the gallery of a topic', (db) => images.listTopicImageRows(db, viewer, topic, { after: { number: 0, position: 0 }, limit: 21 })],
    ['topics about a photo', (db) => listTopicIdsAbout(db, viewer, photo!, { before: last, limit: 21 })],
    ['an upload by its key', (db) => images.findUploadByKey(db, viewer, 'key')],
    ['the sweep of uploads', (db) => images.deleteUnusedUploads(db)],
    ['erasing the uploads of a member', (db) => images.deleteUploadsOf(db, viewer)],
    ['exporting uploads', (db) => listOwnUploads(db, viewer, '')],
    [
      'storing the images of a post',
      (db) =>
        insertPostImages(db, [{ id: post, authorId: viewer, images: [photo!, ofPhoto!, upload!].map((id) => ({ id, alt: 'Ndewo' })) }]),
    ],
    ['checking access to an upload', (db) => mediaStatesBy(db as Database)(upload!)],
    ['deleting the images of a post', (db) => deletePostImages(db, post)],
  ];

  test.each(reads)('%s scans no table', async (_name, read) => {
    const plans: string[] = [];
    await read(explaining(app, plans));
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => whole.test(plan))).toEqual([]);
  });

  test('the gallery query reads only posts with images', async () => {
    const plans: string[] = [];
    await images.listTopicImageRows(explaining(app, plans), viewer, topic, { after: { number: 0, position: 0 }, limit: 21 });
    expect(plans.join('\n')).toContain('forum_posts_with_images');
  });
});

describe('topics and posts', () => {
  // Large enough that a sequential scan would be a wrong plan.
  const members = 500;
  const topicsCount = 5_000;
  const postsCount = 50_000;
  const pollsCount = 5_000;

  let app: TestApp;
  let viewer: string;
  let topic: string;
  let post: string;
  let choice: string;
  let category: string;
  let ids: string[];
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      addMemberRows(members),
      `insert into forum_topics (id, category_id, author_id, title, slug, last_number, posts_count, others_count, latest_post_id)
       select ${rowId(2, 'n')}, ('019ab000-0000-7000-8000-00000000000' || (1 + n % 5))::uuid, ${rowId(1, `1 + n % ${members}`)}, 'Uli', 'uli', 10, 10, 9, ${rowId(3, `n + 9 * ${topicsCount}`)}
         from generate_series(1, ${topicsCount}) n`,
      `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
       select ${rowId(3, 'n')}, ${rowId(2, `1 + (n - 1) % ${topicsCount}`)}, 1 + (n - 1) / ${topicsCount}, ${rowId(1, `1 + (n * 7) % ${members}`)}, 'Ndewo', '<p>Ndewo</p>', 1, 'Ndewo'
         from generate_series(1, ${postsCount}) n`,
      `insert into forum_tracks (member_id, topic_id, read_number, is_following)
       select ${rowId(1, 'm')}, ${rowId(2, `1 + (m * 37 + t) % ${topicsCount}`)}, 5, true from generate_series(1, ${members}) m, generate_series(1, 40) t`,
      `insert into blocks (blocker_id, blocked_id) select ${rowId(1, '1')}, ${rowId(1, 'n')} from generate_series(2, 5) n`,
      `insert into forum_post_likes (post_id, member_id) select ${rowId(3, 'n')}, ${rowId(1, `1 + n % ${members}`)} from generate_series(1, ${postsCount}) n`,
      `insert into forum_polls (post_id, question, several) select ${rowId(3, 'n')}, '', true from generate_series(1, ${pollsCount}) n`,
      `insert into forum_poll_choices (id, post_id, position, text)
       select ${rowId(4, `n * 4 + c`)}, ${rowId(3, 'n')}, c, 'Kola' from generate_series(1, ${pollsCount}) n, generate_series(1, 3) c`,
      `insert into forum_poll_votes (post_id, choice_id, member_id)
       select ${rowId(3, 'n')}, ${rowId(4, `n * 4 + 1`)}, ${rowId(1, 'm')} from generate_series(1, ${pollsCount}) n, generate_series(1, 20) m`,
      `insert into forum_post_mentions select ${rowId(3, 'n')}, 'member_1', ${rowId(1, `1 + n % ${members}`)} from generate_series(1, ${postsCount}) n`,
      `insert into forum_post_versions select ${rowId(3, 'n')}, 1, 'Ndewo', null, now() from generate_series(1, ${postsCount}) n`,
    ]);
    const first = async (sql: string): Promise<string> => (await app.db.row<{ id: string }>(sql))!.id;
    viewer = await first('select id from members order by id limit 1');
    topic = await first('select id from forum_topics order by id offset 900 limit 1');
    post = await first('select id from forum_posts order by id offset 900 limit 1');
    choice = await first('select id from forum_poll_choices order by id offset 900 limit 1');
    category = await first('select id from forum_categories order by position limit 1');
    ids = (await app.db.rows<{ id: string }>('select id from forum_topics order by id desc limit 20')).map((row) => row.id);
  }, 120_000);
  afterAll(() => app.close());

  const whole =
    /Seq Scan on (?:forum_topics|forum_posts|forum_tracks|forum_post_likes|forum_post_mentions|forum_post_versions|forum_polls|forum_poll_choices|forum_poll_votes)\b/;
  const slice = { after: { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', score: 1e9 }, offset: 0, limit: 21, pinned: [] } as const;

  const asked = (onPage: string[]): StatesAsked => ({
    snapshot: '',
    viewerIds: [viewer],
    pageOf: [1],
    areKnown: [false],
    ids: onPage,
    pageOfId: onPage.map(() => 1),
  });

  const postSearch = { words: searchQueryOf('uli')!, categoryId: null, authorId: null, since: null, until: null };

  const reads: [string, (db: Statements) => Promise<unknown>][] = [
    ...(['latest', 'new', 'top'] as const).flatMap((sort): [string, (db: Statements) => Promise<unknown>][] => [
      [`topics by ${sort}`, (db) => lists.listTopicIds(db, viewer, null, { ...slice, sort, filter: 'all' })],
      [`topics of a category by ${sort}`, (db) => lists.listTopicIds(db, viewer, category, { ...slice, sort, filter: 'all' })],
      [`followed topics by ${sort}`, (db) => lists.listFollowedTopicIds(db, viewer, null, { ...slice, sort, filter: 'following' })],
    ]),
    ['the viewer’s own topics', (db) => lists.listTopicIds(db, viewer, null, { ...slice, sort: 'latest', filter: 'mine' })],
    ['unanswered topics', (db) => lists.listTopicIds(db, viewer, null, { ...slice, sort: 'latest', filter: 'unanswered' })],
    ['unread topics', (db) => lists.listFollowedTopicIds(db, viewer, null, { ...slice, sort: 'latest', filter: 'unread' })],
    ['the total of followed topics', (db) => lists.countFollowedTopics(db, viewer, null, 'following')],
    ['the total of unread followed topics', (db) => lists.countFollowedTopics(db, viewer, null, 'unread')],
    ['topic rows of a list', (db) => topics.listTopicRows(db, viewer, ids)],
    ['viewer states of a list', (db) => lists.readTopicStates(db, asked(ids))],
    ['viewer states of categories', (db) => categories.readCategoryStates(db, asked([]))],
    ['viewer states of a page of posts', (db) => likes.readPostStates(db, asked([post]))],
    ['one topic', (db) => topics.findTopic(db, viewer, topic)],
    ['the posts of a topic', (db) => posts.listPostRows(db, viewer, topic, { after: 5, limit: 21 })],
    ['numbers of earlier posts', (db) => posts.listNumbersBefore(db, viewer, topic, { before: 9, limit: 21 })],
    ['one post', (db) => posts.findPostRow(db, viewer, topic, post)],
    ['the topic of a reply', (db) => replies.listTopicsToReply(db, [{ topicId: topic, authorId: viewer, key: 'a-key' }])],
    ['the topic of posts', (db) => posts.findTopicOfPosts(db, viewer, topic)],
    ['deleting a post', (db) => posts.markPostDeleted(db, topic, post)],
    ['subtracting a deleted post', (db) => posts.subtractPostFromTopic(db, topic, post)],
    ['the current place of a moved post', (db) => moderation.findMovedPost(db, viewer, topic, 5)],
    ['locking posts to move', (db) => moderation.lockPostsToMove(db, viewer, topic, [post])],
    ['moving posts', (db) => moderation.movePosts(db, { from: topic, to: ids[0]!, numbers: [2, 3], lastNumber: 10 })],
    ['updating the topics of a split', (db) => moderation.updateSplitTopics(db, topic, ids[0]!, 10)],
    ['updating the topics of a merge', (db) => moderation.updateMergedTopics(db, topic, ids[0]!, 0)],
    ['copying tracks to a split', (db) => tracks.insertTracksOfSplit(db, { from: topic, to: viewer, numbers: [2, 3] })],
    [
      'copying tracks to a merge',
      (db) => tracks.upsertTracksOfMerged(db, { from: topic, to: ids[0]!, numbers: [1, 2, 3], lastNumber: 10 }),
    ],
    ['whether posts moved meanwhile', (db) => departures.hasMoved(db, [post], [topic])],
    ['polls of posts', (db) => polls.listPollRows(db, viewer, [post])],
    ['a poll to vote in', (db) => polls.lockPoll(db, viewer, post)],
    ['a poll that the reader may see', (db) => polls.findPoll(db, viewer, topic, post)],
    ['voting', (db) => polls.replaceVotes(db, viewer, post, [choice])],
    ['closing a poll', (db) => polls.markPollClosed(db, post)],
    ['the voters of a choice', (db) => polls.listVoterRows(db, viewer, choice, { before: slice.after.id, limit: 21 })],
    ['erasing votes', (db) => polls.deleteVotesOf(db, viewer)],
    ['raising the read position', (db) => tracks.upsertReadNumber(db, viewer, topic, 5)],
    ['a search of the newest posts', (db) => search.listNewestMatches(db, viewer, postSearch, 'forum')],
    [
      'a search of the newest posts of a category',
      (db) => search.listNewestMatches(db, viewer, { ...postSearch, categoryId: category }, 'category'),
    ],
    ['a search of a member’s newest posts', (db) => search.listNewestMatches(db, viewer, { ...postSearch, authorId: viewer }, 'author')],
    ['a search by photo', (db) => search.listPhotoMatches(db, viewer, postSearch)],
    ['topics that match a search', (db) => lists.listMatchingTopicIds(db, viewer, ids, { ...slice, sort: 'latest', filter: 'unread' })],
    ['a search of all posts', (db) => search.listAllMatches(db, viewer, postSearch)],
    ['a search by title', (db) => search.listTitleMatches(db, viewer, postSearch)],
    ['similar topics', (db) => search.listSimilarRows(db, viewer, 'Turmeric on cotton')],
    ['posts of a member to erase', (db) => posts.listPostsToErase(db, viewer)],
    ['locking deleted posts', (db) => posts.lockDeletedPosts(db)],
    ['erasing the text of posts', (db) => posts.clearPosts(db, [post])],
    ['deleting the mentions in posts', (db) => bodies.deleteMentionsIn(db, [post])],
    ['posts of a departing member', (db) => departures.listPostsByAuthor(db, viewer, viewer)],
    ['polls that a member voted in', (db) => departures.listPollsVotedBy(db, viewer, viewer)],
    ['uncounting a member’s votes', (db) => departures.updateVotesCounted(db, viewer, [post], false)],
    ['posts that a member likes', (db) => departures.listPostsLikedBy(db, viewer, viewer)],
    ['marking posts of a departed author', (db) => departures.updateAuthorGone(db, [post], true)],
    ['uncounting a member’s likes', (db) => departures.updateLikesCounted(db, viewer, [post], false)],
    ['recounting topics', (db) => recount.correctTopics(db, [topic])],
    ['the polls of topics', (db) => recount.lockPollsOf(db, [topic])],
    ['recounting polls', (db) => recount.correctPolls(db, [post])],
    ['recounting likes of posts', (db) => recount.correctLikes(db, [topic])],
  ];

  test.each(reads)('%s scans no table', async (_name, read) => {
    const plans: string[] = [];
    await read(explaining(app, plans));
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => whole.test(plan))).toEqual([]);
  });

  test('the newest topics and a topic’s posts are read from an index in order', async () => {
    const plans: string[] = [];
    await lists.listTopicIds(explaining(app, plans), viewer, null, { ...slice, sort: 'latest', filter: 'all' });
    await lists.listTopicIds(explaining(app, plans), viewer, category, { ...slice, sort: 'latest', filter: 'all' });
    await posts.listPostRows(explaining(app, plans), viewer, topic, { after: 5, limit: 21 });
    expect(plans.filter((plan) => /\bSort\b/.test(plan))).toEqual([]);
  });

  test('counting the posts of a long topic looks up the posts of one hidden author at a time', async () => {
    const plans: string[] = [];
    await posts.findTopicOfPosts(explaining(app, plans), viewer, topic);
    expect(plans.join()).toMatch(/forum_posts_of_author[\s\S]*author_id = /);
  });

  test('listing the categories with their counts scans no large forum table', async () => {
    const plans: string[] = [];
    await categories.listCategoryRows(explaining(app, plans), viewer);
    expect(plans.filter((plan) => whole.test(plan))).toEqual([]);
  });
});
