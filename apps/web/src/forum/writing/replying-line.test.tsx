import { listReplying, sayReplying } from '@mbari/contract/platform/events';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { replyingHinted } from '~/platform/lib/cache-events/hints.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { useAnnounceReplying } from './open-reply.tsx';
import { ReplyingLine } from './replying-line.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('a-token', aMember());
});

const answer = (...names: string[]) =>
  server.answer(listReplying, { data: names.map((name) => ({ id: name, name, username: name, avatar_url: null })) });

test('up to two writers are named, more are only counted, and without writers nothing shows', async () => {
  answer('Ada Eze');
  const { client, container } = await renderScreen(<ReplyingLine topicId="t1" />);
  expect(await screen.findByText('Ada is replying')).toBeDefined();
  answer('Ada Eze', 'Olu Bello');
  replyingHinted(client, 't1');
  expect(await screen.findByText('Ada and Olu are replying')).toBeDefined();
  answer('Ada Eze', 'Olu Bello', 'Efe Obi');
  replyingHinted(client, 't1');
  expect(await screen.findByText('3 members are replying')).toBeDefined();
  answer();
  replyingHinted(client, 't1');
  await expect.poll(() => container.textContent).toBe('');
});

test('a right-to-left name does not change the sentence’s direction', async () => {
  answer('آدم');
  await renderScreen(<ReplyingLine topicId="t1" />);
  expect((await screen.findByText('آدم is replying')).closest('[dir]')).toBeNull();
});

test('typing is announced every five seconds at most', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  server.answer(sayReplying, {});
  function Field() {
    const say = useAnnounceReplying('t1');
    return <input aria-label="Text" onChange={say} />;
  }
  const { user } = await renderScreen(<Field />);
  await user.type(screen.getByLabelText('Text'), 'Láfún');
  expect(server.bodiesOf(sayReplying)).toHaveLength(1);
  now.mockReturnValue(1_005_000);
  await user.type(screen.getByLabelText('Text'), ', sieved');
  expect(server.bodiesOf(sayReplying)).toHaveLength(2);
  now.mockRestore();
});
