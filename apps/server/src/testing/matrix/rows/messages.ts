import * as conversations from '@mbari/contract/messages/conversations';
import * as messages from '@mbari/contract/messages/messages';
import { report } from '@mbari/contract/platform/reports';
import { formOf } from '../../http-client.ts';
import { photoFile } from '../../image-files.ts';
import { insertTestGroup } from '../../messages.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, type Expected, hidden, isBlockedEitherWay, isOwner, ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

/** The owner's group: the follower is in it, and the former follower was asked. It exists for nobody else, organisers included. */
const isIn = (actor: Actor): boolean => isOwner(actor) || actor === 'follower';
const isAsked = (actor: Actor): boolean => actor === 'ex_follower';

const forMembers =
  (inside: Expected, asked: Expected = inside): ((actor: Actor) => Expected) =>
  (actor) =>
    isIn(actor) ? inside : isAsked(actor) ? asked : hidden();

const addGroup = ({ app, people }: World): ReturnType<typeof insertTestGroup> =>
  insertTestGroup(app, [people.owner, people.follower], { asked: [people.ex_follower], title: 'Looms', body: 'A shuttle' });

const inGroup =
  (json?: (world: World) => unknown, params: (world: World) => Record<string, string> = () => ({})) =>
  async (world: World): Promise<Ask> => ({
    params: { id: (await addGroup(world)).id, ...params(world) },
    ...(json && { json: json(world) }),
  });

const aboutMessage =
  (json?: object) =>
  async (world: World): Promise<Ask> => ({ params: { id: (await addGroup(world)).message.id }, ...(json && { json }) });

const acceptFirst = refused('forbidden');
const saved = ok({ has: ['message'], stores: true });

export const messageRows: Row[] = [
  ...(['inbox', 'requests'] as const).map((list): Row => ({
    call: conversations.listConversations,
    about: { list },
    expect: (actor) => ok({ contains: list === 'inbox' ? isIn(actor) : isAsked(actor) }),
    ask: async (world) => ({ query: `list=${list}`, item: (await addGroup(world)).id }),
  })),
  { call: conversations.countConversations, expect: () => ok({ has: ['data.unread', 'data.requests'] }) },
  {
    call: conversations.startConversation,
    expect: (actor) =>
      isOwner(actor) ? refused('own_content') : isBlockedEitherWay(actor) ? hidden() : created({ has: ['sent.id'], stores: true }),
    ask: ({ people }) => ({ json: { member_ids: [people.owner.id], message: { body: 'Ndewo' } } }),
  },
  { call: conversations.readConversation, expect: forMembers(ok({ has: ['data.title', 'data.last_message'] })), ask: inGroup() },
  {
    call: conversations.findConversation,
    expect: (actor) => (isOwner(actor) || isBlockedEitherWay(actor) ? hidden() : ok({ has: ['data.may_write'] })),
    ask: ({ people }) => ({ params: { id: people.owner.id } }),
  },
  { call: conversations.updateConversation, expect: forMembers(saved, acceptFirst), ask: inGroup(() => ({ title: 'Dyes' })) },
  { call: conversations.answerRequest, expect: forMembers(ok({ stores: false }), saved), ask: inGroup(() => ({ accept: true })) },
  { call: conversations.leaveConversation, expect: forMembers(saved), ask: inGroup() },
  {
    call: conversations.addParticipants,
    expect: forMembers(saved, acceptFirst),
    ask: inGroup(({ people }) => ({ member_ids: [people.paid_member.id] })),
  },
  {
    call: conversations.removeParticipant,
    expect: (actor) => (actor === 'follower' ? refused('not_owner') : forMembers(saved, acceptFirst)(actor)),
    ask: inGroup(undefined, ({ people }) => ({ memberId: people.follower.id })),
  },
  { call: conversations.markConversationRead, expect: forMembers(ok()), ask: inGroup(() => ({ number: 1 })) },
  { call: conversations.sayTyping, expect: forMembers(ok({ stores: false })), ask: inGroup() },
  { call: messages.listMessages, expect: forMembers(ok({ has: ['meta.version'] })), ask: inGroup() },
  {
    call: messages.sendMessage,
    expect: forMembers(created({ has: ['data.number'], stores: true }), acceptFirst),
    ask: inGroup(() => ({ body: 'Here' })),
  },
  {
    call: messages.editMessage,
    expect: (actor) => forMembers(isOwner(actor) ? saved : refused('not_author'))(actor),
    ask: aboutMessage({ body: 'A reed' }),
  },
  {
    call: messages.takeBackMessage,
    expect: (actor) => forMembers(isOwner(actor) ? saved : refused('not_author'))(actor),
    ask: aboutMessage(),
  },
  { call: messages.react, expect: forMembers(saved, acceptFirst), ask: aboutMessage({ reaction: 'love' }) },
  {
    call: messages.searchMessages,
    expect: (actor) => ok({ contains: isIn(actor) || isAsked(actor) }),
    ask: async (world) => ({ query: 'q=shuttle', item: (await addGroup(world)).message.id }),
  },
  {
    call: messages.uploadMessageImage,
    expect: () => created({ has: ['data.id'], stores: true }),
    ask: async () => ({ form: formOf({ image: await photoFile(60, 40), alt: 'A loom' }) }),
  },
  {
    call: report,
    about: { subject: 'message' },
    expect: (actor) => forMembers(isOwner(actor) ? refused('own_content') : created({ lacks: ['data'], stores: true }))(actor),
    ask: async (world) => {
      const { message } = await addGroup(world);
      return { json: { subject_type: 'message', subject_id: message.id, message_ids: [message.id], reason: 'spam' } };
    },
  },
];
