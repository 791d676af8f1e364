import {
  addParticipants,
  answerRequest,
  countConversations,
  leaveConversation,
  listConversations,
  markConversationRead,
  readConversation,
  removeParticipant,
  updateConversation,
} from '@mbari/contract/messages/conversations';
import { editMessage, listMessages, type Message, sendMessage } from '@mbari/contract/messages/messages';
import { listRules } from '@mbari/contract/moderation/rules';
import { listMembers } from '@mbari/contract/people/directory';
import * as limits from '@mbari/contract/platform/limits';
import { report } from '@mbari/contract/platform/reports';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hintArrived } from '~/platform/lib/hints.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aConversation, aMessage, anAuthor, messageAt } from '~/testing/a-conversation.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { ConversationList } from './conversation-list.tsx';
import { Conversation } from './conversation.tsx';
import { ConversationDetails } from './details/conversation-details.tsx';
import { ReportMessage } from './details/report-message.tsx';
import { RequestBar } from './details/request-bar.tsx';

describe('conversation', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    signIn('a-token', aMember());
  });

  const page = (data: Message[], firstUnread: number | null = null) => ({
    data,
    meta: { version: Math.max(...data.map(({ version }) => version)), has_older: false, has_newer: false, first_unread: firstUnread },
  });

  const three = () => [messageAt(1), messageAt(2, { is_own: true }), messageAt(3)];

  const allRead = { last_number: 3, version: 3, read_number: 3 };

  async function open(conversation = aConversation(allRead), messages = page(three())) {
    server.answer(readConversation, { data: conversation });
    server.answer(listMessages, messages);
    server.answer(markConversationRead, {});
    const view = await renderScreen(<Conversation id="conversation-1" at={undefined} onSearch={() => undefined} />);
    await screen.findByText('Message 1');
    return view;
  }

  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Write a message', { selector: 'textarea' });
  const shownTexts = () => [...document.querySelectorAll('.message-body')].map(({ textContent }) => textContent);

  test('a hint shows what changed, reads new messages out and marks them as read', async () => {
    await open();
    server.answer(listMessages, page([messageAt(1, { body: 'Edited', version: 4 }), messageAt(4, { body: 'New', version: 5 })]));
    hintArrived({ event: 'messages', id: 'conversation-1' });
    await expect.poll(shownTexts).toEqual(['Edited', 'Message 2', 'Message 3', 'New']);
    expect(within(screen.getByRole('log')).getByText('Salma: New')).toBeDefined();
    await expect.poll(() => server.bodiesOf(markConversationRead)).toEqual([{ number: 4 }]);
  });

  test('seen messages are marked as read, from the line New on', async () => {
    await open(aConversation({ ...allRead, read_number: 1, unread_count: 2 }), page(three(), 2));
    expect(screen.getByText('New').closest('li')?.dataset['number']).toBe('3');
    await expect.poll(() => server.bodiesOf(markConversationRead)).toEqual([{ number: 3 }]);
  });

  test('a request has no composer and stays unread', async () => {
    const asked = aConversation({
      ...allRead,
      is_request: true,
      read_number: 0,
      viewer: { may_write: false, may_add: false, may_remove: false },
    });
    const { unmount } = await open(asked);
    expect(screen.queryByRole('textbox')).toBeNull();
    unmount();
    expect(server.bodiesOf(markConversationRead)).toEqual([]);
  });

  test('Enter sends the message, Shift and Enter start a new line, and the draft is kept until then', async () => {
    const { user, unmount } = await open();
    await user.type(field(), 'One{Shift>}{Enter}{/Shift}two');
    unmount();
    await open();
    expect(field().value).toBe('One\ntwo');
    server.answer(sendMessage, { data: messageAt(4, { is_own: true, body: 'One\ntwo' }), message: '' });
    await user.type(field(), '{Enter}');
    await expect.poll(() => server.bodiesOf(sendMessage)).toEqual([{ body: 'One\ntwo', image_ids: [] }]);
    await expect.poll(shownTexts).toEqual(['Message 1', 'Message 2', 'Message 3', 'One\ntwo']);
    expect(field().value).toBe('');
  });

  test('a key that ends an IME conversion in Safari does not send', async () => {
    const { user } = await open();
    await user.type(field(), '写真');
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(field().value).toBe('写真');
  });

  test('a refused message stays with its reason, and can be sent again', async () => {
    server.refuse(sendMessage, { status: 403, message: 'You can write more once your request is accepted.' });
    const { user } = await open();
    await user.type(field(), 'Hello{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Not sent. You can write more');
    server.answer(sendMessage, { data: messageAt(4, { is_own: true, body: 'Hello' }), message: '' });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    expect(shownTexts().at(-1)).toBe('Hello');
  });

  test('the arrow up in the empty field edits the last own message, and Escape cancels', async () => {
    const { user } = await open();
    await user.type(field(), '{ArrowUp}');
    expect(field().value).toBe('Message 2');
    await user.keyboard('{Escape}');
    expect(field().value).toBe('');
    server.answer(editMessage, { data: messageAt(2, { is_own: true, body: 'Better', version: 4 }), message: '' });
    await user.type(field(), '{ArrowUp}');
    await user.clear(field());
    await user.type(field(), 'Better{Enter}');
    await expect.poll(shownTexts).toEqual(['Message 1', 'Better', 'Message 3']);
  });

  test('R outside of the field replies to the focused message', async () => {
    const { user } = await open();
    screen.getByRole('article', { name: /^Nkem/ }).focus();
    await user.keyboard('r');
    expect(screen.getByText('Replying to Nkem')).toBeDefined();
    server.keepWaiting(sendMessage);
    await user.type(field(), 'Yes{Enter}');
    await expect.poll(() => server.bodiesOf(sendMessage)).toEqual([{ body: 'Yes', image_ids: [], reply_to: 'message-2' }]);
  });

  test('a content warning covers the photos, and none is loaded before Show', async () => {
    const { user } = await open(aConversation(allRead), page([messageAt(1), messageAt(2, { images: [anImage()], warning: 'death' })]));
    expect(screen.queryByRole('img', { name: 'Indigo cloth on a line' })).toBeNull();
    expect(document.querySelector('source')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show', description: /Death/ }));
    expect(screen.getByRole('img', { name: 'Indigo cloth on a line' })).toBeDefined();
  });
});

describe('conversation list', () => {
  const group = (title: string, hour: number, is_pinned = false) =>
    aConversation({ id: title, title, is_group: true, is_pinned, last_at: `2026-11-30T0${hour}:00:00.000Z` });

  test('a changed conversation moves to its place below the pinned ones, without fetching the list', async () => {
    const server = fakeServer();
    signIn('a-token', aMember());
    server.answer(countConversations, { data: { unread: 0, requests: 0 } });
    const data = [group('Pinned', 1, true), group('Weavers', 5), group('Carvers', 4), group('Dyers', 3)];
    server.answer(listConversations, { data, meta: { next_cursor: null } });
    await renderScreen(<ConversationList list="inbox" isAlone onChoose={() => undefined} onSearch={() => undefined} />);
    await screen.findByText('Dyers');
    const asked = server.bodiesOf(listConversations).length;
    server.answer(readConversation, { data: group('Dyers', 6) });
    hintArrived({ event: 'messages', id: 'Dyers' });
    const titles = () => screen.getAllByRole('link').flatMap(({ textContent }) => /Pinned|Weavers|Carvers|Dyers/.exec(textContent) ?? []);
    await expect.poll(titles).toEqual(['Pinned', 'Dyers', 'Weavers', 'Carvers']);
    expect(server.bodiesOf(listConversations)).toHaveLength(asked);
  });
});

describe('conversation details', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    signIn('a-token', aMember());
  });

  const show = (conversation = aConversation()) =>
    renderScreen(<ConversationDetails conversation={conversation} onClose={vi.fn()} />, { path: '/messages/conversation-1' });
  const press = (name: string | RegExp) => screen.getByRole('button', { name });
  const group = { others: ['Salma', 'Issa'] };

  test('members are shown with what distinguishes them', async () => {
    const { members, ...conversation } = aConversation(group);
    const [viewer, salma, issa] = members as [(typeof members)[number], (typeof members)[number], (typeof members)[number]];
    await show({ ...conversation, members: [viewer, { ...salma, is_asked: true }, { ...issa, user: null }] });
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toContain('You · @nkem');
    expect(rows[1]).toContain('asked · @salma');
    expect(rows[2]).toBe('Closed account');
  });

  test('only the creator of a group removes members', async () => {
    server.answer(removeParticipant, { message: '' });
    const first = await show(aConversation(group));
    expect(screen.queryByRole('button', { name: 'Remove Salma' })).toBeNull();
    first.unmount();
    const { user } = await show(aConversation({ ...group, viewer: { may_write: true, may_add: true, may_remove: true } }));
    await user.click(press('Remove Salma'));
    await user.click(press('Remove'));
    await expect.poll(shownToasts).toContain('Salma was removed.');
  });

  test('a found member is added, and the dialog says if they are asked first', async () => {
    const ada = { ...anAuthor('Ada'), followers_count: 0, is_following: false, viewer: { may_follow: true }, photos: [] };
    server.answer(listMembers, { data: [ada], meta: { next_cursor: null } } as never);
    const after = aConversation({ others: ['Salma', 'Issa', 'Ada'] });
    const asked = after.members.map((one) => (one.user?.name === 'Ada' ? { ...one, is_asked: true } : one));
    server.answer(addParticipants, { data: { ...after, members: asked }, message: '' });
    const { user } = await show(aConversation(group));
    await user.type(screen.getByLabelText('Add a member'), 'ada');
    await user.click(await screen.findByRole('button', { name: 'Add Ada' }));
    await expect.poll(() => server.bodiesOf(addParticipants)).toEqual([{ member_ids: ['Ada'] }]);
    await expect.poll(shownToasts).toContain('Ada is asked first.');
  });

  test('a conversation is muted and pinned at once, and a group is retitled on demand', async () => {
    server.answer(updateConversation, { data: aConversation(group), message: '' });
    const { user } = await show(aConversation(group));
    await user.click(screen.getByLabelText('Mute'));
    await user.click(screen.getByLabelText('Pin'));
    await user.type(screen.getByLabelText('Title'), ' Open wall ');
    await user.click(press('Save'));
    await expect.poll(() => server.bodiesOf(updateConversation)).toEqual([{ is_muted: true }, { is_pinned: true }, { title: 'Open wall' }]);
  });

  test('messages can only be kept for a shorter time, after a question', async () => {
    server.answer(updateConversation, { data: aConversation(), message: '' });
    const { user } = await show(aConversation({ retention_days: 365 }));
    const choice = screen.getByLabelText('Keep messages');
    expect([...choice.querySelectorAll('option')].map(({ text }) => text)).toEqual(['1 year', '30 days']);
    await user.selectOptions(choice, '30 days');
    expect(screen.getByText(/older than 30 days are deleted for everyone/)).toBeTruthy();
    expect(server.bodiesOf(updateConversation)).toEqual([]);
    await user.click(press('Delete older messages'));
    await expect.poll(() => server.bodiesOf(updateConversation)).toEqual([{ retention_days: 30 }]);
  });

  test('leaving a group asks first and leads to the list', async () => {
    server.answer(leaveConversation, { message: '' });
    const { user, router } = await show(aConversation(group));
    await user.click(press('Leave the group'));
    await user.click(press('Leave'));
    await expect.poll(() => router.state.location.pathname).toBe('/messages');
  });

  test('a request shows no settings', async () => {
    await show(aConversation({ is_request: true }));
    expect(screen.queryByLabelText('Mute')).toBeNull();
    expect(press('Delete the conversation')).toBeTruthy();
  });
});

describe('request bar', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    signIn('a-token', aMember());
  });

  const show = (own = {}) =>
    renderScreen(<RequestBar conversation={aConversation({ is_request: true, last_message: aMessage(), ...own })} />, {
      path: '/messages/conversation-1',
    });
  const press = (name: string) => screen.getByRole('button', { name });

  test('accepting a request sends the answer and stays in the conversation', async () => {
    server.answer(answerRequest, { message: '' });
    const { user, router } = await show();
    expect(screen.getByText('Salma').closest('p')?.textContent).toBe('Salma would like to write to you.');
    await user.click(press('Accept'));
    expect(server.bodiesOf(answerRequest)).toEqual([{ accept: true }]);
    await expect.poll(shownToasts).toEqual(['Accepted. You can write now.']);
    expect(router.state.location.pathname).toBe('/messages/conversation-1');
  });

  test('declining a request leads back to the list', async () => {
    server.answer(answerRequest, { message: '' });
    const { user, router } = await show();
    await user.click(press('Decline'));
    await expect.poll(() => router.state.location.pathname).toBe('/messages');
    expect(server.bodiesOf(answerRequest)).toEqual([{ accept: false }]);
  });

  test('a report of a request is about its message', async () => {
    server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
    server.answer(listMessages, { data: [aMessage()], meta: { version: 1, has_older: false, has_newer: false, first_unread: null } });
    const { user } = await show();
    await user.click(press('Report'));
    expect(await screen.findByRole('dialog', { name: 'Report this message' })).toBeTruthy();
  });

  test('a report of a request without a message is about the member', async () => {
    server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
    const { user } = await show({ last_message: null });
    await user.click(press('Report'));
    expect(await screen.findByRole('dialog', { name: 'Report this member' })).toBeTruthy();
  });
});

describe('report message', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    server.answer(listRules, { data: { version: 0, changed_at: null, rules: [] } });
    server.answer(report, { message: '' });
  });

  async function openReport(...around: Message[]) {
    const onClose = vi.fn<() => void>();
    const message = aMessage({ number: 5, body: 'Send me money.' });
    server.answer(listMessages, {
      data: [...around, message],
      meta: { version: 1, has_older: false, has_newer: false, first_unread: null },
    });
    const { user } = await renderScreen(<ReportMessage message={message} onClose={onClose} />);
    const send = async () => {
      await user.click(await screen.findByLabelText('Spam or a scam'));
      await user.click(screen.getByRole('button', { name: 'Send report' }));
      await expect.poll(() => onClose.mock.calls.length).toBe(1);
    };
    return { user, send };
  }
  const boxes = () => screen.findAllByRole('checkbox');

  test('a report sends only the message if no other is chosen', async () => {
    const { send } = await openReport(aMessage({ number: 4 }));
    expect((await boxes()).map((box) => (box as HTMLInputElement).checked)).toEqual([false]);
    await send();
    expect(server.bodiesOf(report)).toEqual([{ subject_type: 'message', subject_id: 'message-5', reason: 'spam' }]);
  });

  test('a report sends the chosen messages around the reported one', async () => {
    const { user, send } = await openReport(aMessage({ number: 3 }), aMessage({ number: 4, body: 'Who are you?', is_own: true }));
    await user.click(await screen.findByRole('checkbox', { name: /Who are you/ }));
    expect(screen.getByText('1 chosen')).toBeTruthy();
    await send();
    expect(server.bodiesOf(report)).toEqual([
      { subject_type: 'message', subject_id: 'message-5', message_ids: ['message-4'], reason: 'spam' },
    ]);
  });

  test('messages taken back and notices are not offered', async () => {
    await openReport(
      aMessage({ number: 2, is_taken_back: true }),
      aMessage({ number: 3, notice: { kind: 'left', member: null, title: null, days: null } }),
      aMessage({ number: 4 }),
    );
    expect(await boxes()).toHaveLength(1);
  });

  test('at most ten messages can be chosen', async () => {
    const { user } = await openReport(
      ...Array.from({ length: limits.reportedMessages + 1 }, (_, index) => aMessage({ number: 10 + index })),
    );
    const all = await boxes();
    for (const box of all) await user.click(box);
    expect(all.filter((box) => (box as HTMLInputElement).checked)).toHaveLength(limits.reportedMessages);
  });
});
