import * as categories from '@mbari/contract/forum/categories';
import * as drafts from '@mbari/contract/forum/drafts';
import { listTopicImages, uploadForumImage } from '@mbari/contract/forum/images';
import * as likes from '@mbari/contract/forum/posts';
import * as posts from '@mbari/contract/forum/posts';
import { listForumPosts, listForumPostVersions } from '@mbari/contract/forum/posts';
import * as search from '@mbari/contract/forum/search';
import * as topics from '@mbari/contract/forum/topics';
import { createTopic, listTopics, listTopicsAboutPhoto, listTopicsWithTag, readTopic } from '@mbari/contract/forum/topics';
import * as tracks from '@mbari/contract/forum/tracks';
import { newId } from '../../../platform/ids.ts';
import { replaceTopicTags } from '../../../platform/tags/queries.ts';
import { addTestMember } from '../../app.ts';
import { addTestReply, addTestTopic, showInPost, type TestTopic, welcome } from '../../forum.ts';
import { formOf } from '../../http-client.ts';
import { photoFile } from '../../image-files.ts';
import { block } from '../../posts.ts';
import { type Actor, actors, except } from '../actors.ts';
import type { Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  type Expected,
  hidden,
  isOwner,
  isStaff,
  mayFind,
  mayJoin,
  mayOpen,
  ok,
  refused,
  type State,
} from '../rules.ts';
import { addForumPostReport, memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

/** State of the owner's topic. A block hides posts and not the topic, which belongs to all its authors. */
type TopicState = 'open' | 'locked' | 'deleted' | 'removed_by_moderation';

const columnsOf: Record<TopicState, Record<string, unknown>> = {
  open: {},
  locked: { locked_at: new Date() },
  deleted: { deleted_at: new Date() },
  removed_by_moderation: { removed_at: new Date() },
};

export const topicOf = (world: World, state: TopicState = 'open'): Promise<TestTopic> =>
  addTestTopic(world.app, world.people.owner, columnsOf[state]);

/** Adds a reply by an unrelated member or by the viewer. */
const replyBy = (author: 'viewer' | 'other_member', world: World, actor: Actor, topic: TestTopic): Promise<{ id: string }> =>
  addTestReply(world.app, topic, author === 'viewer' ? (memberOf(world, actor) ?? world.bystander) : world.bystander);

const ofAdmins = (then: Expected) => (actor: Actor) => (actor === 'admin' ? then : refused('admin_only'));
const storedOk = ok({ stores: true });

export async function addCategory(world: World): Promise<string> {
  const id = newId();
  await world.app.db.pool.query(
    'insert into forum_categories (id, name, slug, color, position) values ($1::uuid, $1::text, $1::text, $2, 99)',
    [id, '#112233'],
  );
  return id;
}

const categoryRows: Row[] = [
  { call: categories.listForumCategories, expect: () => ok({ has: ['data.0.topics_count', 'data.0.is_following'] }) },
  {
    call: categories.createForumCategory,
    expect: ofAdmins(created({ has: ['data.id', 'data.slug'], stores: true })),
    ask: () => ({ json: { name: `Category ${newId()}` } }),
  },
  {
    call: categories.updateForumCategory,
    expect: ofAdmins(ok({ has: ['data.id'], stores: true })),
    ask: async (world) => ({ params: { id: await addCategory(world) }, json: { description: 'Anew' } }),
  },
  {
    call: categories.deleteForumCategory,
    about: { category: 'empty' },
    expect: ofAdmins(storedOk),
    ask: async (world) => ({ params: { id: await addCategory(world) } }),
  },
  {
    call: categories.deleteForumCategory,
    about: { category: 'has_topics' },
    expect: ofAdmins(refused('not_empty')),
    ask: async (world) => {
      await topicOf(world);
      return { params: { id: welcome } };
    },
  },
];

const visibleTopic = ok({
  has: ['data.id', 'data.title', 'data.posts_count', 'data.viewer.may_reply'],
  lacks: ['data.author.email', 'data.author.phone'],
});

const topicRows: Row[] = [
  {
    call: topics.createTopic,
    expect: () => created({ has: ['data.id', 'data.body_html'], stores: true }),
    ask: () => ({ json: { category_id: welcome, title: 'How do you dye it?', body: 'With *indigo*?' } }),
  },
  ...(['open', 'locked', 'deleted', 'removed_by_moderation'] as const).flatMap((topic): Row[] => {
    const isThere = topic === 'open' || topic === 'locked';
    const about = { topic };
    const paramsOf = async (world: World) => ({ params: { id: (await topicOf(world, topic)).id } });
    const where = (then: (actor: Actor) => Expected) => (actor: Actor) => (isThere ? then(actor) : hidden());
    return [
      { call: topics.readTopic, about, expect: where(() => visibleTopic), ask: paramsOf },
      {
        call: listTopics,
        about,
        // Topics of hidden members are not listed.
        expect: (actor) => ok({ contains: isThere && !['blocked', 'blocker', 'muter'].includes(actor) }),
        ask: async (world) => ({ item: (await topicOf(world, topic)).id, query: 'per_page=50' }),
      },
      {
        call: listTopicsWithTag,
        about,
        expect: (actor) => ok({ contains: isThere && !['blocked', 'blocker', 'muter'].includes(actor) }),
        ask: async (world) => {
          const { id } = await topicOf(world, topic);
          await replaceTopicTags(world.app.db, [{ id, tags: ['Masquerade'] }]);
          return { item: id, params: { tag: 'masquerade' }, query: 'per_page=50' };
        },
      },
      {
        call: topics.updateTopic,
        about,
        expect: where((actor) => {
          if (isStaff(actor) || (isOwner(actor) && topic === 'open')) return ok({ has: ['data.title'], stores: true });
          return refused(isOwner(actor) ? 'locked' : 'not_author');
        }),
        ask: async (world) => ({ ...(await paramsOf(world)), json: { title: 'Another title' } }),
      },
      {
        call: posts.addForumPost,
        about,
        expect: where((actor) =>
          topic === 'open' || isStaff(actor) ? created({ has: ['data.number'], stores: true }) : refused('locked'),
        ),
        ask: async (world) => ({ ...(await paramsOf(world)), json: { body: 'A reply' } }),
      },
      { call: listForumPosts, about, expect: where(() => ok({ has: ['data', 'meta.total'] })), ask: paramsOf },
    ];
  }),
  ...(['open', 'removed_by_moderation'] as const).flatMap((topic) => {
    const about = { topic };
    const isThere = topic === 'open';
    const paramsOf = async (world: World) => ({ params: { id: (await topicOf(world, topic)).id } });
    return [
      ...[tracks.followTopic, tracks.unfollowTopic, tracks.muteTopic, tracks.unmuteTopic].map((call): Row => ({
        call,
        about,
        expect: () => (isThere ? storedOk : hidden()),
        ask: paramsOf,
      })),
      {
        call: tracks.readTopicUpTo,
        about,
        expect: () => (isThere ? ok({ has: ['data.unread_posts_count'], stores: true }) : hidden()),
        ask: async (world: World) => ({ ...(await paramsOf(world)), json: { number: 1 } }),
      },
    ];
  }),
  ...(['no_replies', 'replies_by_others'] as const).map((topic): Row => ({
    call: topics.deleteTopic,
    about: { topic },
    expect: (actor) => {
      if (isStaff(actor)) return storedOk;
      if (!isOwner(actor)) return refused('not_author');
      return topic === 'no_replies' ? storedOk : refused('has_replies');
    },
    ask: async (world) => {
      const { id, opening_id } = await topicOf(world);
      if (topic === 'replies_by_others') await addTestReply(world.app, { id }, world.bystander, { reply_to_id: opening_id });
      return { params: { id } };
    },
  })),
  {
    call: topics.solveTopic,
    expect: (actor) => (isOwner(actor) || isStaff(actor) ? storedOk : refused('not_author')),
    ask: async (world) => {
      const topic = await topicOf(world);
      return { params: { id: topic.id }, json: { post_id: (await addTestReply(world.app, topic, world.bystander)).id } };
    },
  },
];

const ofPost =
  (author: 'viewer' | 'other_member', json?: object): NonNullable<Row['ask']> =>
  async (world, actor) => {
    const topic = await topicOf(world);
    return { params: { id: topic.id, postId: (await replyBy(author, world, actor, topic)).id }, ...(json && { json }) };
  };

/** Adds a reported post whose author blocks the viewer. */
const ofReported =
  (json?: object): NonNullable<Row['ask']> =>
  async (world, actor) => {
    const [author, topic] = [await addTestMember(world.app), await addTestTopic(world.app, world.bystander)];
    const viewer = memberOf(world, actor);
    if (viewer) await block(world.app, author, viewer);
    const post = await addTestReply(world.app, topic, author);
    await addForumPostReport(world.app, world.bystander, post);
    return { params: { id: topic.id, postId: post.id }, item: post.id, ...(json && { json }) };
  };

const reported = { post: 'reported', by: 'who blocks the viewer' };
const toStaff = (then: Expected) => (actor: Actor) => (isStaff(actor) ? then : hidden());

const reportedRows: Row[] = [
  { call: listForumPosts, about: reported, expect: (actor) => ok({ contains: isStaff(actor) }), ask: ofReported() },
  { call: listForumPostVersions, about: reported, expect: toStaff(ok({ has: ['data'] })), ask: ofReported() },
  { call: posts.editForumPost, about: reported, expect: toStaff(ok({ stores: true })), ask: ofReported({ body: 'Other words' }) },
  { call: posts.deleteForumPost, about: reported, expect: toStaff(storedOk), ask: ofReported() },
  ...[likes.likeForumPost, likes.unlikeForumPost].map((call): Row => ({ call, about: reported, expect: hidden, ask: ofReported() })),
];

const postRows: Row[] = [
  ...(['viewer', 'other_member'] as const).flatMap((author): Row[] => {
    const ofAuthor = (then: Expected) => (actor: Actor) => (author === 'viewer' || isStaff(actor) ? then : refused('not_author'));
    return [
      { call: posts.deleteForumPost, about: { post_by: author }, expect: ofAuthor(storedOk), ask: ofPost(author) },
      {
        call: posts.editForumPost,
        about: { post_by: author },
        expect: ofAuthor(ok({ has: ['data.body'], stores: true })),
        ask: ofPost(author, { body: 'Other words', remove_versions: true }),
      },
      { call: listForumPostVersions, about: { post_by: author }, expect: ofAuthor(ok({ has: ['data'] })), ask: ofPost(author) },
    ];
  }),
  ...[likes.likeForumPost, likes.unlikeForumPost].map((call): Row => ({
    call,
    expect: () => ok({ has: ['data.likes_count'], stores: true }),
    ask: ofPost('other_member'),
  })),
  ...[posts.deleteForumPost, posts.editForumPost, likes.likeForumPost, likes.unlikeForumPost, listForumPostVersions].flatMap(
    (call): Row[] => [
      {
        call,
        about: { below: 'another topic' },
        actors: ['owner', 'non_follower', 'moderator'],
        expect: hidden,
        ask: async (world, actor) => {
          const post = await replyBy('viewer', world, actor, await topicOf(world));
          return { params: { id: (await topicOf(world)).id, postId: post.id }, ...(call.takes && { json: { body: 'Other words' } }) };
        },
      },
      {
        call,
        about: { post_by: 'owner' },
        // Viewers see no post of a hidden member.
        actors: ['blocked', 'blocker'],
        expect: hidden,
        ask: async (world) => {
          const topic = await addTestTopic(world.app, world.bystander);
          const post = await addTestReply(world.app, topic, world.people.owner);
          return { params: { id: topic.id, postId: post.id }, ...(call.takes && { json: { body: 'Other words' } }) };
        },
      },
    ],
  ),
];

const categoryTrackRows: Row[] = [
  tracks.followForumCategory,
  tracks.unfollowForumCategory,
  tracks.muteForumCategory,
  tracks.unmuteForumCategory,
].flatMap((call): Row[] => [
  { call, expect: () => storedOk, ask: async (world) => ({ params: { id: await addCategory(world) } }) },
  { call, about: { category: 'never_existed' }, actors: except('visitor'), expect: hidden, ask: () => ({ params: { id: newId() } }) },
]);

export const forumRows: Row[] = [...categoryRows, ...topicRows, ...postRows, ...reportedRows, ...categoryTrackRows];

export const forumSearchRows: Row[] = [
  {
    call: search.searchForum,
    // Viewers do not find texts of hidden members.
    expect: (actor) => ok({ contains: !['blocked', 'blocker', 'muter'].includes(actor) }),
    ask: async (world) => {
      const word = `word${newId().replaceAll('-', '')}`;
      const topic = await addTestTopic(world.app, world.bystander);
      const post = await addTestReply(world.app, topic, world.people.owner, { plain: word });
      return { item: post.id, query: `q=${word}` };
    },
  },
  {
    call: search.listSimilarTopics,
    expect: (actor) => ok({ contains: !['blocked', 'blocker', 'muter'].includes(actor) }),
    ask: async (world) => {
      const word = `word${newId().replaceAll('-', '')}`;
      return { item: (await addTestTopic(world.app, world.people.owner, { title: word })).id, query: `title=${word}` };
    },
  },
];

export const forumDraftRows: Row[] = [
  {
    call: drafts.listForumDrafts,
    about: { draft: 'of_other_member' },
    actors: except('owner'),
    expect: () => ok({ contains: false }),
    ask: async (world) => {
      const topic = await addTestTopic(world.app, world.people.owner);
      await addDraft(world, world.people.owner, topic);
      return { item: topic.id };
    },
  },
  ...[drafts.readForumDraft, drafts.saveForumDraft, drafts.deleteForumDraft].flatMap((call): Row[] => [
    {
      call,
      about: { draft: 'of_viewer' },
      expect: () => (call.method === 'GET' ? ok({ has: ['data.body', 'data.version'] }) : storedOk),
      ask: async (world, actor) => {
        const topic = await addTestTopic(world.app, world.people.owner);
        await addDraft(world, memberOf(world, actor) ?? world.bystander, topic);
        return { params: { place: `topic:${topic.id}` }, ...(call.takes && { json: { body: 'Anew', version: 1 } }) };
      },
    },
    {
      call,
      about: { draft: 'of_other_member' },
      actors: except('owner'),
      expect: () => (call.method === 'DELETE' ? storedOk : call.method === 'GET' ? hidden() : refused('conflict')),
      ask: async (world) => {
        const topic = await addTestTopic(world.app, world.people.owner);
        await addDraft(world, world.people.owner, topic);
        return { path: `/forum/drafts/topic:${topic.id}`, ...(call.takes && { json: { body: 'Anew', version: 1 } }) };
      },
    },
  ]),
];

/** Adds a topic in which the owner shows the photo. */
async function topicThatShows({ app, people, bystander, photo }: World): Promise<TestTopic> {
  const topic = await addTestTopic(app, bystander);
  await showInPost(app, await addTestReply(app, topic, people.owner), photo.id);
  return topic;
}

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const rows: Row[] = [
    {
      ...of,
      call: createTopic,
      about: { about: 'photo' },
      expect: (actor) => (mayJoin(actor, state) ? created({ has: ['data.photo.image.image_path'], stores: true }) : refused('validation')),
      ask: ({ photo }) => ({ json: { category_id: welcome, title: 'About this one', body: 'What is it?', photo_id: photo.id } }),
    },
  ];
  if (state.photo === 'never_existed')
    return [...rows, { ...of, call: listTopicsAboutPhoto, expect: hidden, ask: ({ photo }) => ({ params: { id: photo.id } }) }];
  return [
    ...rows,
    {
      ...of,
      call: listTopicsAboutPhoto,
      expect: (actor) => (mayOpen(actor, state) ? ok({ contains: true }) : hidden()),
      ask: async ({ app, bystander, photo }) => {
        const { id } = await addTestTopic(app, bystander, { photo_id: photo.id });
        return { params: { id: photo.id }, item: id };
      },
    },
    {
      ...of,
      call: readTopic,
      about: { about: 'photo' },
      expect: (actor) => ok({ contains: mayJoin(actor, state) }),
      ask: async ({ app, bystander, photo }) => {
        const { id } = await addTestTopic(app, bystander, { photo_id: photo.id });
        return { params: { id }, item: photo.image_id };
      },
    },
    ...[listTopicImages, listForumPosts].map((call): Row => ({
      ...of,
      call,
      about: { shows: 'photo' },
      expect: (actor) => ok({ contains: mayFind(actor, state) }),
      ask: async (world) => ({ params: { id: (await topicThatShows(world)).id }, item: world.photo.image_id }),
    })),
  ];
};

export const forumImageRows: Row[] = [
  {
    call: uploadForumImage,
    expect: () => created({ has: ['data.id', 'data.image_path', 'receipt.image_id'], stores: true }),
    ask: async () => ({ form: formOf({ image: await photoFile(64, 48), alt: 'A loom' }) }),
  },
  {
    call: listTopicImages,
    about: { topic: 'deleted' },
    actors: except('visitor'),
    expect: hidden,
    ask: async ({ app, people }) => ({ params: { id: (await addTestTopic(app, people.owner, { deleted_at: new Date() })).id } }),
  },
  ...photoStates.flatMap(inState),
];

export const markdownRows: Row[] = [
  {
    call: posts.previewMarkdown,
    expect: () => ok({ has: ['data.body_html'], stores: false }),
    ask: () => ({ json: { body: 'Some *words*.' } }),
  },
];

const addDraft = (world: World, member: { id: string }, topic: TestTopic): Promise<unknown> =>
  world.app.db.pool.query(`insert into forum_drafts (member_id, topic_id, body) values ($1, $2, 'Begun')`, [member.id, topic.id]);
