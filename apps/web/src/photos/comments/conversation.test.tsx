import { type CommentThread, deleteComment, listComments, listReplies } from '@mbari/contract/photos/comments';
import { likeComment, unlikeComment } from '@mbari/contract/photos/likes';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aReply, aThread } from '~/testing/a-comment.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { Conversation } from './conversation.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

const onReply = vi.fn();

async function setUp(thread: CommentThread) {
  server.answer(listComments, { data: [thread], meta: { total: 1, next_cursor: null } } as never);
  const view = await renderScreen(<Conversation photo={aPhoto()} onReply={onReply} />);
  await screen.findByText(thread.is_deleted ? 'This comment was deleted.' : thread.content);
  return view;
}

const heart = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Like Bisi’s comment' });
const likers = () => screen.queryByRole('button', { name: /^Who liked this/ })?.textContent;

test('pressing the heart shows the like immediately, then the server’s count', async () => {
  server.answer(likeComment, { message: '', data: { likes_count: 3, is_liked: true } });
  const { user } = await setUp(aThread());
  expect([heart().getAttribute('aria-pressed'), likers()]).toEqual(['false', undefined]);
  await user.click(heart());
  expect(heart().getAttribute('aria-pressed')).toBe('true');
  await expect.poll(likers).toBe('Who liked this: 3');
});

test('a rejected like is reverted', async () => {
  server.refuse(unlikeComment, { status: 429, message: 'Too many likes.' });
  const { user } = await setUp(aThread({ likes_count: 1, is_liked: true }));
  await user.click(heart());
  await expect.poll(shownToasts).toEqual(['Too many likes.']);
  expect([heart().getAttribute('aria-pressed'), likers()]).toEqual(['true', 'Who liked this: 1']);
});

test('the like button is disabled without permission', async () => {
  await setUp(aThread({ viewer: { may_delete: true, may_report: true, may_like: false, may_reply: false } }));
  expect(heart().disabled).toBe(true);
});

const listTexts = () => [...document.querySelectorAll('.comment-words')].map(({ textContent }) => textContent);
const answeredComment = { id: 'comment-1', user: { id: 'bisi', username: 'bisi', name: 'Bisi' } };

test('replies are listed below their comment, oldest first, with the answered member', async () => {
  await setUp(aThread({ replies: [aReply('2', { reply_to: answeredComment }), aReply('1')] }));
  expect(listTexts()).toEqual(['Whose hand was this?', 'Reply 1', 'replying to BisiReply 2']);
  const link = screen.getByRole('list', { name: 'Replies' }).querySelector('.text-link');
  expect(link?.getAttribute('href')).toBe('/user/bisi');
});

test('the reply button names the author, and is hidden without permission', async () => {
  const reply = aReply('1', { viewer: { may_delete: false, may_report: false, may_like: false, may_reply: false } });
  const { user } = await setUp(aThread({ replies: [reply] }));
  await user.click(screen.getByRole('button', { name: 'Reply to Bisi’s comment' }));
  expect(onReply).toHaveBeenCalledWith(expect.objectContaining({ id: 'comment-1' }));
});

test('earlier replies are inserted above the newer ones', async () => {
  server.answer(listReplies, { data: [aReply('2'), aReply('1')], meta: { next_cursor: null } } as never);
  const { user } = await setUp(aThread({ replies: [aReply('4'), aReply('3')], replies_count: 4, replies_cursor: '3' }));
  await user.click(screen.getByRole('button', { name: 'Show 2 more replies' }));
  await expect.poll(listTexts).toEqual(['Whose hand was this?', 'Reply 1', 'Reply 2', 'Reply 3', 'Reply 4']);
  expect(screen.queryByRole('button', { name: /more repl/ })).toBeNull();
});

test('loading earlier replies can be retried after a failure', async () => {
  server.refuse(listReplies, { status: 503, message: 'Busy' });
  const { user } = await setUp(aThread({ replies: [aReply('4')], replies_count: 2, replies_cursor: '4' }));
  await user.click(screen.getByRole('button', { name: 'Show 1 more reply' }));
  await expect.poll(() => shownToasts().length).toBe(1);
  expect(await screen.findByRole('button', { name: 'Show 1 more reply' })).toBeDefined();
});

test('a deleted comment with replies leaves a tombstone, and is restored if the deletion fails', async () => {
  server.refuse(deleteComment, { status: 503, message: 'Busy' });
  const may = { may_delete: true, may_report: false, may_like: true, may_reply: true };
  const { user } = await setUp(aThread({ viewer: may, replies: [aReply('1')] }));
  await user.click(screen.getByRole('button', { name: 'Delete comment' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await expect.poll(shownToasts).toEqual(['Failed to delete comment']);
  expect(listTexts()).toEqual(['Whose hand was this?', 'Reply 1']);
  server.answer(deleteComment, { message: '' });
  await user.click(screen.getByRole('button', { name: 'Delete comment' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('This comment was deleted.')).toBeDefined();
  expect(listTexts()).toEqual(['Reply 1']);
});

test('a tombstone has no buttons', async () => {
  await setUp(aThread({ is_deleted: true, user: null, content: '', replies: [aReply('1')] }));
  expect(screen.getAllByRole('button', { name: /^Reply to/ })).toHaveLength(1);
  expect(listTexts()).toEqual(['Reply 1']);
});
