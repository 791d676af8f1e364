import * as drafts from '@mbari/contract/forum/drafts';
import * as search from '@mbari/contract/forum/search';
import { newId } from '../../../platform/ids.ts';
import { addTestReply, addTestTopic, type TestTopic } from '../../forum.ts';
import { except } from '../actors.ts';
import type { Row } from '../driver.ts';
import { hidden, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

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

const addDraft = (world: World, member: { id: string }, topic: TestTopic): Promise<unknown> =>
  world.app.db.pool.query(`insert into forum_drafts (member_id, topic_id, body) values ($1, $2, 'Begun')`, [member.id, topic.id]);
