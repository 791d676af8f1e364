import { listMembers } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import { addComment, type CommentThread, deleteComment, listComments, listReplies } from '@mbari/contract/photos/comments';
import { likeComment, unlikeComment } from '@mbari/contract/photos/likes';
import * as limits from '@mbari/contract/platform/limits';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aComment, aReply, aThread } from '~/testing/a-comment.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { CommentBox } from './comment-box.tsx';
import { withComment, withEarlierReplies, withoutComment } from './comment-queries.ts';
import { Conversation } from './conversation.tsx';
import { UnsentComment } from './unsent-comment.tsx';
import { useReplying } from './use-comment-field.ts';

describe('comment box', () => {
  const member = (username: string, name: string): Author =>
    ({ id: username, username, name, avatar_url: null, profile: { profile_image: null } }) as Author;

  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    server.answer(listMembers, { data: [member('adaeze', 'Adaeze Obi')], meta: {} } as never);
    signIn('a-token', aMember());
  });

  function Box({ comment = aComment() }) {
    const replying = useReplying();
    return (
      <>
        <button type="button" onClick={() => replying.begin(comment)}>
          Reply
        </button>
        <CommentBox photo={aPhoto({ user: member('ada', 'Ada Eze') })} replying={replying} />
      </>
    );
  }

  function Deletable() {
    const [isGone, setGone] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setGone(true)}>
          Delete
        </button>
        {isGone ? <UnsentComment photoId={aPhoto().id} isDeleted /> : <Box />}
      </>
    );
  }

  async function setUp(comment = aComment()) {
    const { user } = await renderScreen(<Box comment={comment} />);
    return { user };
  }

  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your comment');
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

  test('Enter starts a new line, and Ctrl+Enter sends without spaces around the text', async () => {
    server.keepWaiting(addComment);
    const { user } = await setUp();
    await user.type(field(), ' One{Enter}two ');
    expect(field().value).toBe(' One\ntwo ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => server.bodiesOf(addComment)).toEqual([{ content: 'One\ntwo' }]);
    expect(field().value).toBe('');
  });

  test('a blank comment is not sent', async () => {
    const { user } = await setUp();
    await user.type(field(), '  ');
    expect(send().disabled).toBe(true);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(server.bodiesOf(addComment)).toEqual([]);
  });

  test('a comment that is too long is marked and not sent', async () => {
    const { user } = await setUp();
    await user.click(field());
    await user.paste('x'.repeat(limits.comment + 1));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(`${limits.comment + 1} / ${limits.comment}`)).toBeDefined();
    expect(send().disabled).toBe(true);
  });

  test('a rejected comment returns to the field', async () => {
    server.refuse(addComment, { status: 429, message: 'Too many comments.' });
    const { user } = await setUp();
    await user.type(field(), 'Lovely');
    await user.click(send());
    await expect.poll(() => field().value).toBe('Lovely');
    await expect.poll(shownToasts).toEqual(['Too many comments.']);
  });

  test('a failed comment does not replace newer input', async () => {
    let fail = (): void => undefined;
    vi.stubGlobal('fetch', () => new Promise((_, reject) => (fail = () => reject(new TypeError('failed')))));
    const { user } = await setUp();
    await user.type(field(), 'Lovely');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.type(field(), 'Next');
    fail();
    await expect.poll(shownToasts).toEqual(['Your comment could not be sent. Please try again.']);
    expect(field().value).toBe('Next');
  });

  test('typing @ suggests members, chosen by arrows and Enter', async () => {
    const { user } = await setUp();
    await user.type(field(), 'Hello @ada');
    await expect
      .poll(() => screen.queryAllByRole('option').map(({ textContent }) => textContent))
      .toEqual(['Ada Eze@ada', 'Adaeze Obi@adaeze']);
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Adaeze Obi@adaeze');
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    expect(field().value).toBe('Hello @adaeze ');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('Escape closes the suggestions until the next @', async () => {
    const { user } = await setUp();
    await user.type(field(), '@ada');
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}e');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard(' @ada');
    expect(await screen.findByRole('listbox')).toBeDefined();
  });

  const replyingTo = () => screen.queryByText('Replying to @bisi');
  const reply = () => screen.getByRole('button', { name: 'Reply' });

  test('replying focuses the field, names the answered member and sends a reply', async () => {
    server.keepWaiting(addComment);
    const { user } = await setUp(aReply('reply-1'));
    await user.click(reply());
    expect(document.activeElement).toBe(field());
    expect(document.getElementById(field().getAttribute('aria-describedby')!)?.textContent).toContain('Replying to @bisi');
    await user.keyboard('My aunt’s{Control>}{Enter}{/Control}');
    await expect.poll(() => server.bodiesOf(addComment)).toEqual([{ content: 'My aunt’s', reply_to: 'reply-1' }]);
    expect([field().value, replyingTo()]).toEqual(['', null]);
  });

  test('Cancel and Escape turn a reply into a comment with the same text', async () => {
    server.keepWaiting(addComment);
    const { user } = await setUp();
    await user.type(field(), 'Lovely');
    await user.click(reply());
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([document.activeElement, field().value, replyingTo()]).toEqual([field(), 'Lovely', null]);
    await user.click(reply());
    await user.keyboard('{Escape}');
    expect(replyingTo()).toBeNull();
    await user.click(send());
    await expect.poll(() => server.bodiesOf(addComment)).toEqual([{ content: 'Lovely' }]);
  });

  test('a rejected reply returns to the field with its addressee, unless there is newer input', async () => {
    server.refuse(addComment, { status: 404, message: 'Gone.' });
    const { user } = await setUp();
    await user.click(reply());
    await user.keyboard('My aunt’s');
    await user.click(send());
    await expect.poll(() => field().value).toBe('My aunt’s');
    expect(replyingTo()).not.toBeNull();
  });

  test('a retried comment keeps its idempotency key, and another comment gets a new key', async () => {
    const keys: (string | null)[] = [];
    vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Headers }) => {
      keys.push(headers.get('idempotency-key'));
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const { user } = await setUp();
    const sendWords = async (words: string, times: number) => {
      await user.clear(field());
      await user.type(field(), words);
      await user.click(send());
      await expect.poll(() => keys.filter((key) => key !== null).length).toBe(times);
      await expect.poll(() => field().value).toBe(words);
    };
    await sendWords('How fine', 1);
    await sendWords('How fine', 2);
    await sendWords('How fine!', 3);
    const [first, second, third] = keys.filter((key) => key !== null);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  test('the text stays visible if the photo is deleted while the member writes', async () => {
    const { user } = await renderScreen(<Deletable />);
    await user.type(field(), 'Nearly done');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('alert', { name: 'This photo was deleted' })).toBeDefined();
    expect(screen.getByLabelText('What you wrote')).toHaveProperty('value', 'Nearly done');
  });

  test('a sent comment leaves the field empty', async () => {
    server.answer(addComment, { data: aComment(), message: '' });
    const { user } = await renderScreen(<Deletable />);
    await user.clear(field());
    await user.type(field(), 'Done');
    await user.click(send());
    await expect.poll(() => field().value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByLabelText('Your comment')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a key that ends an IME conversion in Safari does not send the comment', async () => {
    const { user } = await setUp();
    await user.type(field(), '写真');
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229, ctrlKey: true });
    expect(field().value).toBe('写真');
    expect(server.bodiesOf(addComment)).toEqual([]);
  });
});

describe('conversation', () => {
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
});

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

const ids = ({ replies }: { replies: { id: string }[] }): string[] => replies.map(({ id }) => id);
const of = (...replies: string[]) => replies.map((id) => aReply(id, { created_at: `2026-01-01T00:00:0${id}.000Z` }));

test('a deleted comment is removed, or becomes a tombstone if it has replies', () => {
  expect(withoutComment(aThread(), aComment())).toEqual([]);
  const [line] = withoutComment(aThread({ replies: of('2') }), aComment());
  expect(line).toMatchObject({ is_deleted: true, user: null, content: '', replies_count: 1 });
  expect(withComment(line!, aComment())).toEqual(aThread({ replies: of('2') }));
});

test('deleting the last reply removes the tombstone, and a restored reply keeps its position', () => {
  const line = aThread({ is_deleted: true, user: null, replies: of('2') });
  expect(withoutComment(line, aReply('2'))).toEqual([]);
  const thread = aThread({ replies: of('4', '3', '2') });
  const [left] = withoutComment(thread, thread.replies[1]!);
  expect([ids(left!), left!.replies_count]).toEqual([['4', '2'], 2]);
  expect(withComment(left!, thread.replies[1]!)).toEqual(thread);
  // Removing a reply of another thread changes nothing, nor does restoring an existing reply.
  expect(withoutComment(thread, aReply('9'))).toEqual([thread]);
  expect(withComment(thread, thread.replies[0]!)).toBe(thread);
});

test('new replies are merged with earlier ones, and missing ones are treated as deleted', () => {
  const before = aThread({ replies: of('5', '4', '3', '2', '1'), replies_cursor: null });
  const now = aThread({ replies: of('6', '5', '3'), replies_count: 5, replies_cursor: '3' });
  const merged = withEarlierReplies(now, before);
  expect([ids(merged), merged.replies_cursor, merged.replies_count]).toEqual([['6', '5', '3', '2', '1'], null, 5]);
});

test('a gap between new and loaded replies drops the loaded ones', () => {
  const now = aThread({ replies: of('9', '8', '7'), replies_count: 9, replies_cursor: '7' });
  expect(withEarlierReplies(now, aThread({ replies: of('3', '2', '1') }))).toBe(now);
  expect(withEarlierReplies(now, undefined)).toBe(now);
  expect(withEarlierReplies(now, aThread({ replies: of('9', '8') }))).toBe(now);
  const all = aThread({ replies: of('3', '2'), replies_cursor: null });
  expect(withEarlierReplies(all, aThread({ replies: of('3', '2', '1') }))).toBe(all);
});
