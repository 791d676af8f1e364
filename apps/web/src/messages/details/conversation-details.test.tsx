import { addParticipants, leaveConversation, removeParticipant, updateConversation } from '@mbari/contract/messages/conversations';
import { listMembers } from '@mbari/contract/people/directory';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aConversation, anAuthor } from '~/testing/a-conversation.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { ConversationDetails } from './conversation-details.tsx';

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
