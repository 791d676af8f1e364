import { addComment, listComments } from '@mbari/contract/photos/comments';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aThread } from '~/testing/a-comment.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { CommentBox } from './comment-box.tsx';
import { Conversation } from './conversation.tsx';
import { useReplying } from './use-comment-field.ts';

function Comments() {
  const replying = useReplying();
  return (
    <>
      <Conversation photo={aPhoto()} onReply={replying.begin} />
      <CommentBox photo={aPhoto()} replying={replying} />
    </>
  );
}

test('a failed comment is removed immediately, and its text returns to the field', async () => {
  const server = fakeServer();
  signIn('a-token', aMember());
  server.answer(listComments, { data: [aThread()], meta: { total: 1, next_cursor: null } } as never);
  server.refuse(addComment, { status: 500, message: 'It failed.' });
  const { user, container } = await renderScreen(<Comments />);
  await screen.findByText('Whose hand was this?');
  const field = screen.getByLabelText<HTMLTextAreaElement>('Your comment');
  await user.type(field, 'Beautiful weave');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(shownToasts).toEqual(['It failed.']);
  expect(field.value).toBe('Beautiful weave');
  expect([...container.querySelectorAll('.comment-words')].map(({ textContent }) => textContent)).toEqual(['Whose hand was this?']);
});
