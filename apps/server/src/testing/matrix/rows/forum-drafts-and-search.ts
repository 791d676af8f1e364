import * as drafts from '@mbari/contract/forum/drafts';
import { listTopicImages, uploadForumImage } from '@mbari/contract/forum/images';
import * as markdown from '@mbari/contract/forum/markdown';
import { listForumPosts } from '@mbari/contract/forum/posts';
import * as search from '@mbari/contract/forum/search';
import { createTopic, listTopicsAboutPhoto, readTopic } from '@mbari/contract/forum/topics';
import { newId } from '../../../platform/ids.ts';
import { formOf } from '../../forms.ts';
import { addTestReply, addTestTopic, showInPost, type TestTopic, welcome } from '../../forum.ts';
import { photoFile } from '../../image-files.ts';
import { actors, except } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, created, hidden, mayFind, mayJoin, mayOpen, ok, refused, type State } from '../rules.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

const storedOk = ok({ stores: true });

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
    call: markdown.previewMarkdown,
    expect: () => ok({ has: ['data.body_html'], stores: false }),
    ask: () => ({ json: { body: 'Some *words*.' } }),
  },
];

const addDraft = (world: World, member: { id: string }, topic: TestTopic): Promise<unknown> =>
  world.app.db.pool.query(`insert into forum_drafts (member_id, topic_id, body) values ($1, $2, 'Begun')`, [member.id, topic.id]);
