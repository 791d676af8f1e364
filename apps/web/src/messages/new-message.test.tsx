import { findConversation, listConversations, startConversation } from '@mbari/contract/messages/conversations';
import { sendMessage } from '@mbari/contract/messages/messages';
import { listMembers } from '@mbari/contract/people/directory';
import { readProfile } from '@mbari/contract/people/profiles';
import { readPhoto } from '@mbari/contract/photos/posts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aConversation, aMessage, anAuthor } from '~/testing/a-conversation.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NewMessage } from './new-message.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  localStorage.clear();
  signIn('a-token', aMember());
  server.answer(startConversation, { data: aConversation(), sent: aMessage(), message: '' });
  server.answer(readPhoto, { data: aPhoto() });
});

const member = (name: string) => ({ ...anAuthor(name), followers_count: 0, is_following: false, viewer: { may_follow: true }, photos: [] });
const found = (...names: string[]) =>
  server.answer(listMembers, { data: names.map((name) => member(name)), meta: { next_cursor: null } } as never);
const answers = (mayWrite: 'yes' | 'request' | 'no', conversationId: string | null = null) => {
  server.answer(readProfile, { data: { ...anAuthor('Ada'), is_private: true } } as never);
  server.answer(findConversation, { data: { user: anAuthor('Ada'), conversation_id: conversationId, may_write: mayWrite } });
};
const show = (search = '') => renderScreen(<NewMessage />, { path: `/messages/new${search}` });
type User = Awaited<ReturnType<typeof show>>['user'];
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send' }));
const choose = async (user: User, name: string) => {
  found(name);
  await user.type(screen.getByLabelText('Find a member'), name);
  await user.click(await screen.findByRole('button', { name: `Write to ${name}` }));
};

test('a message to a found member begins a conversation and opens it', async () => {
  answers('yes');
  const { user, router } = await show();
  await choose(user, 'Ada');
  await user.type(screen.getByLabelText('Message'), ' Hello ');
  await send(user);
  await expect.poll(() => router.state.location.pathname).toBe('/messages/conversation-1');
  expect(server.bodiesOf(startConversation)).toEqual([{ member_ids: ['Ada'], is_group: false, message: { body: 'Hello' } }]);
});

test('several members become a group with a title', async () => {
  answers('request');
  const { user } = await show();
  await choose(user, 'Ada');
  await choose(user, 'Bola');
  expect(await screen.findByText('Bola is asked whether to join.')).toBeTruthy();
  await user.type(screen.getByLabelText(/Title of the group/), 'Open wall');
  await user.type(screen.getByLabelText('Message'), 'Hello');
  await send(user);
  await expect
    .poll(() => server.bodiesOf(startConversation))
    .toEqual([{ member_ids: ['Ada', 'Bola'], is_group: true, title: 'Open wall', message: { body: 'Hello' } }]);
});

test('a message needs a receiver and text', async () => {
  answers('yes');
  const { user } = await show();
  await send(user);
  expect(await screen.findByText('Choose who gets the message.')).toBeTruthy();
  await choose(user, 'Ada');
  await send(user);
  expect(await screen.findByText('Write something first.')).toBeTruthy();
  expect(server.bodiesOf(startConversation)).toEqual([]);
});

test('the link from a profile opens the existing conversation', async () => {
  answers('yes', 'conversation-7');
  const { router } = await show('?to=ada');
  await expect.poll(() => router.state.location.pathname).toBe('/messages/conversation-7');
});

test('a member who does not follow the viewer is asked first', async () => {
  answers('request');
  const { user } = await show('?to=ada');
  expect(await screen.findByText(/Ada is asked first/)).toBeTruthy();
  await user.type(screen.getByLabelText('Message'), 'Hello');
  await send(user);
  await expect.poll(() => server.bodiesOf(startConversation)).toHaveLength(1);
});

test('nothing is sent to a member who takes no messages, and the text stays', async () => {
  answers('no');
  const { user } = await show('?to=ada');
  await user.type(await screen.findByLabelText('Message'), 'Hello');
  await send(user);
  expect(screen.getAllByText('Ada takes no messages from you.')).toHaveLength(2);
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Hello');
  expect(server.bodiesOf(startConversation)).toEqual([]);
});

test('a photo is sent to a recent conversation without text', async () => {
  server.answer(listConversations, { data: [aConversation()], meta: { next_cursor: null } });
  server.answer(sendMessage, { data: aMessage(), message: '' });
  const { user, router } = await show('?photo=photo-1');
  expect(await screen.findByText('Adire')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Salma' }));
  await send(user);
  await expect.poll(() => router.state.location.pathname).toBe('/messages/conversation-1');
  expect(server.bodiesOf(sendMessage)).toEqual([{ body: '', photo_id: 'photo-1' }]);
});

test('a photo is not sent to a member who is asked first, but text is', async () => {
  answers('request');
  const { user } = await show('?to=ada&photo=photo-1');
  await user.click(await screen.findByRole('button', { name: 'Write without it' }));
  await user.type(screen.getByLabelText('Message'), 'Hello');
  await send(user);
  await expect
    .poll(() => server.bodiesOf(startConversation))
    .toEqual([{ member_ids: ['Ada'], is_group: false, message: { body: 'Hello' } }]);
});
