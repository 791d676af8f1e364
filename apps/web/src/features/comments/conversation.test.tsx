import { listComments } from '@mbari/contract/comments';
import { likeComment, unlikeComment } from '@mbari/contract/likes';
import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { Conversation } from './conversation.tsx';

const aComment = (own: Partial<CommentInConversation> = {}): CommentInConversation => ({
  id: 'comment-1',
  content: 'Whose hand was this?',
  user: {
    ...{ id: 'bisi', username: 'bisi', name: 'Bisi', avatar_url: null, profile: { profile_image: null } },
    subscription: { is_active: false, is_paid_plan: false, plan_name: null },
  },
  created_at: '2026-01-01T00:00:00.000Z',
  mentions: [],
  likes_count: 0,
  is_liked: false,
  viewer: { may_delete: false, may_report: true, may_like: true },
  ...own,
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

async function setUp(comment: CommentInConversation) {
  server.answer(listComments, { data: [comment], meta: { total: 1, next_cursor: null } } as never);
  const view = await renderScreen(<Conversation photo={aPhoto()} />);
  await screen.findByText(comment.content);
  return view;
}

const heart = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Like Bisi’s comment' });
const likers = () => screen.queryByRole('button', { name: /^Who liked this/ })?.textContent;

test('a comment is liked at once, and its count is then the server’s', async () => {
  server.answer(likeComment, { message: '', data: { likes_count: 3, is_liked: true } });
  const { user } = await setUp(aComment());
  expect([heart().getAttribute('aria-pressed'), likers()]).toEqual(['false', undefined]);
  await user.click(heart());
  expect(heart().getAttribute('aria-pressed')).toBe('true');
  await expect.poll(likers).toBe('Who liked this: 3');
});

test('a like that is refused is taken out again', async () => {
  server.refuse(unlikeComment, { status: 429, message: 'Too many likes.' });
  const { user } = await setUp(aComment({ likes_count: 1, is_liked: true }));
  await user.click(heart());
  await expect.poll(shownToasts).toEqual(['Too many likes.']);
  expect([heart().getAttribute('aria-pressed'), likers()]).toEqual(['true', 'Who liked this: 1']);
});

test('where one may not like, the heart cannot be pressed', async () => {
  await setUp(aComment({ viewer: { may_delete: true, may_report: true, may_like: false } }));
  expect(heart().disabled).toBe(true);
});
