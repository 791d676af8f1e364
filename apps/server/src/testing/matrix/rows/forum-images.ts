import { listTopicImages, uploadForumImage } from '@mbari/contract/forum/images';
import { listForumPosts } from '@mbari/contract/forum/posts';
import { createTopic, listTopicsAboutPhoto, readTopic } from '@mbari/contract/forum/topics';
import { formOf } from '../../forms.ts';
import { addTestReply, addTestTopic, showInPost, type TestTopic, welcome } from '../../forum.ts';
import { photoFile } from '../../image-files.ts';
import { actors, except } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, created, hidden, mayFind, mayJoin, mayOpen, ok, refused, type State } from '../rules.ts';
import type { World } from '../world.ts';
import { photoStates } from './photos.ts';

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
