import { deleteForumDraft, listForumDrafts, readForumDraft, saveForumDraft } from '@mbari/contract/forum/drafts';
import { type ForumPost, addForumPost, listForumPosts } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeLocalDraft } from '~/forum/local-draft.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useForms } from './use-forms.ts';
import { useReply } from './use-reply.ts';

const ada = { id: 'ada', username: 'ada', name: 'Ada Eze', avatar_url: null, profile: { profile_image: null } };
const post = { id: 'p1', topic_id: 't1', number: 1, author: ada, body: 'First.', viewer: { may_reply: true } } as ForumPost;
const topic = (mayReply = true) => ({ id: 't1', author: ada, last_number: 1, viewer: { may_reply: mayReply } }) as unknown as Topic;

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.answer(listForumDrafts, { data: [] });
  server.answer(listForumPosts, { data: [], meta: {} } as never);
  server.answer(saveForumDraft, { data: { title: '', body: '', version: 1, updated_at: '' }, message: '' });
  server.answer(deleteForumDraft, { message: '' });
  signIn('a-token', aMember());
});

function Page({ onPosted, mayReply = true }: { onPosted?: (post: ForumPost) => void; mayReply?: boolean }) {
  const reply = useReply('t1');
  const forms = useForms(reply.isOpen, reply.close);
  return (
    <>
      <button type="button" onClick={() => reply.answer(post)}>
        Answer
      </button>
      <button type="button" onClick={() => reply.quotePost(post, 'words')}>
        Quote
      </button>
      <ReplyForm {...{ topic: topic(mayReply), reply, forms }} participants={() => []} onPosted={onPosted ?? (() => undefined)} />
    </>
  );
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your reply', { selector: 'textarea' });

test('pressing the bar opens the form, and closing the form keeps the text', async () => {
  server.keepWaiting(saveForumDraft);
  const { user } = await renderScreen(<Page />);
  await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
  await user.type(await field(), 'Begun');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: /^Reply to Ada/ }));
  await expect.poll(async () => (await field()).value).toBe('Begun');
});

test('a reply is sent with the post replied to, unless the member replies to the topic instead', async () => {
  server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
  const { user } = await renderScreen(<Page />);
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.type(await field(), 'One');
  expect(screen.getByText('Replying to @ada')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  await user.click(await screen.findByRole('button', { name: 'Reply to the topic instead' }));
  await user.type(await field(), 'Two');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await expect.poll(() => server.bodiesOf(addForumPost)).toEqual([{ body: 'One', reply_to: 'p1' }, { body: 'Two' }]);
});

test('the post replied to is restored after a reload', async () => {
  server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
  const { user, unmount } = await renderScreen(<Page />);
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.type(await field(), 'One');
  unmount();
  const again = await renderScreen(<Page />);
  await again.user.click(screen.getByRole('button', { name: /^Reply to Ada/ }));
  expect(await screen.findByText('Replying to @ada')).toBeDefined();
  await again.user.type(await field(), ' two');
  await again.user.click(screen.getByRole('button', { name: 'Reply' }));
  await expect.poll(() => server.bodiesOf(addForumPost)).toMatchObject([{ reply_to: 'p1' }]);
  await again.user.click(await screen.findByRole('button', { name: /^Reply to Ada/ }));
  await field();
  expect(screen.queryByText('Replying to @ada')).toBeNull();
});

test('quoting opens the form and inserts the quote', async () => {
  const { user } = await renderScreen(<Page />);
  await user.click(screen.getByRole('button', { name: 'Quote' }));
  await expect.poll(async () => (await field()).value).toBe('> [!quote p1]\n> words\n\n');
});

test('an error keeps the text, and a retry uses the same idempotency key', async () => {
  const keys: (string | null)[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST' && url.endsWith('/posts')) keys.push((init.headers as Headers).get('idempotency-key'));
    return answer(url, init);
  });
  server.refuse(addForumPost, { status: 503, message: 'Too busy just now.' });
  const onPosted = vi.fn();
  const { user } = await renderScreen(<Page onPosted={onPosted} />);
  await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
  await user.type(await field(), 'Said');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  expect(await screen.findByText('Too busy just now.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.type(await field(), ' more');
  server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => onPosted.mock.calls.length).toBe(1);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

test('nothing is sent while the text is empty or an image is pending', async () => {
  const { user } = await renderScreen(<Page />);
  await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
  await user.click(await screen.findByRole('button', { name: 'Reply' }));
  expect(await screen.findByText('Write something first.')).toBeDefined();
  await user.click(await field());
  await user.paste('![Adding vat.jpg…](pending:0a1b)');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('An image is still uploading. Please wait a moment.')).toBeDefined();
  expect(server.bodiesOf(addForumPost)).toEqual([]);
});

test('a text with two versions is sent only after the member chooses one', async () => {
  const place = 'topic:t1';
  storeLocalDraft(place, { title: '', body: 'Written here', version: 1 });
  const draft = { title: '', version: 2, updated_at: '2026-01-02T03:04:05Z' };
  server.answer(listForumDrafts, { data: [{ place, ...draft }] });
  server.answer(readForumDraft, { data: { ...draft, body: 'Written on the phone' } });
  server.answer(addForumPost, { data: { ...post, number: 2 }, message: '' });
  const { user } = await renderScreen(<Page />);
  await user.click(screen.getByRole('button', { name: /^Reply to Ada/ }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  expect(await screen.findByText('Choose one of the two versions first.')).toBeDefined();
  expect(server.bodiesOf(addForumPost)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep this one' }));
  await user.click(await screen.findByRole('button', { name: /^(Reply|Try again)$/ }));
  await expect.poll(() => server.bodiesOf(addForumPost)).toEqual([{ body: 'Written here' }]);
});

test('a locked topic shows a notice instead of the form', async () => {
  await renderScreen(<Page mayReply={false} />);
  expect(screen.getByText('This topic is locked, and replies are closed.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull();
});

test('text stays visible for copying if the topic is locked while the member writes', async () => {
  server.keepWaiting(saveForumDraft);
  function Locking() {
    const [isLocked, setLocked] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setLocked(true)}>
          Lock
        </button>
        <Page mayReply={!isLocked} />
      </>
    );
  }
  const { user } = await renderScreen(<Locking />);
  await user.click(screen.getByRole('button', { name: 'Reply to Ada' }));
  const written = await field();
  await user.clear(written);
  await user.type(written, 'Nearly done');
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  await screen.findByRole('alert', { name: 'This topic was locked' });
  expect(screen.getByLabelText('What you wrote')).toHaveProperty('value', 'Nearly done');
});
