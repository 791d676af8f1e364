import { markConversationRead, readConversation } from '@mbari/contract/messages/conversations';
import { editMessage, listMessages, type Message, sendMessage } from '@mbari/contract/messages/messages';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hintArrived } from '~/platform/lib/hints.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aConversation, messageAt } from '~/testing/a-conversation.ts';
import { aMember } from '~/testing/a-member.ts';
import { anImage } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Conversation } from './conversation.tsx';

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
