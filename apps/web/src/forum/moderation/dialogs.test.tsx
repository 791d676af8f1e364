import { listForumCategories } from '@mbari/contract/forum/categories';
import { mergeTopic, moveTopic, pinTopic, splitTopic } from '@mbari/contract/forum/moderation';
import { searchForum } from '@mbari/contract/forum/search';
import type { Topic } from '@mbari/contract/forum/topics';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { describedBy, testForm } from '~/testing/test-form.tsx';
import { MergeDialog, MoveDialog, PinDialog, SplitDialog } from './organiser-dialogs.tsx';

type FakeServer = ReturnType<typeof fakeServer>;

const topic = { id: 't1', title: 'A slow vat', slug: 'a-slow-vat', category: { id: 'c1', name: 'Welcome' } } as unknown as Topic;
const otherTopic = { ...topic, id: 't2', title: 'A quick vat', slug: 'a-quick-vat' };
const answer = { data: otherTopic, message: '' } as never;
const failure = 'That did not work. Please try again.';
const nothing = () => undefined;

const withCategories = (server: FakeServer): void =>
  server.answer(listForumCategories, {
    data: [
      { id: 'c1', name: 'Welcome' },
      { id: 'c2', name: 'Craft' },
    ],
  } as never);

async function chooseCraft(user: UserEvent): Promise<void> {
  await screen.findByRole('option', { name: 'Craft' });
  await user.selectOptions(screen.getByLabelText('Category'), 'c2');
}

testForm('pinning a topic', {
  draw: () => <PinDialog topic={topic} onClose={nothing} />,
  fill: (user) => user.type(screen.getByLabelText('Until the end of'), '2030-05-01'),
  sends: pinTopic,
  body: { until: new Date('2030-05-01T23:59:59').toISOString() },
  answer,
  button: 'Pin',
  busy: 'Pinning...',
  failure,
  refusable: { field: 'Until the end of', name: 'until' },
});

testForm('moving a topic', {
  draw: (server) => {
    withCategories(server);
    return <MoveDialog topic={topic} onClose={nothing} />;
  },
  fill: chooseCraft,
  sends: moveTopic,
  body: { category_id: 'c2' },
  answer,
  button: 'Move',
  busy: 'Moving...',
  failure,
  refusable: { field: 'Category', name: 'category_id' },
});

testForm('splitting posts off', {
  draw: (server) => {
    withCategories(server);
    return <SplitDialog topic={topic} posts={[{ id: 'p2' }, { id: 'p3' }] as never} onSplit={nothing} onClose={nothing} />;
  },
  fill: async (user) => {
    await chooseCraft(user);
    await user.type(screen.getByLabelText('Title'), 'What a vat costs');
  },
  sends: splitTopic,
  body: { title: 'What a vat costs', category_id: 'c2', post_ids: ['p2', 'p3'] },
  answer,
  button: 'Split off',
  busy: 'Splitting...',
  failure,
  refusable: { field: 'Title', name: 'title' },
});

const target = 'Search for the topic, or paste its link';
const withFound = (server: FakeServer): void => server.answer(searchForum, { data: [{ topic }, { topic: otherTopic }], meta: {} } as never);

testForm('merging a topic into another', {
  draw: (server) => {
    withFound(server);
    return <MergeDialog topic={topic} onClose={nothing} />;
  },
  fill: async (user) => {
    await user.type(screen.getByLabelText(target), 'vat');
    await user.click(await screen.findByRole('radio', { name: /A quick vat/ }));
  },
  sends: mergeTopic,
  body: { into: 't2' },
  answer,
  button: 'Merge',
  busy: 'Merging...',
  failure,
  missing: { field: target, says: 'Choose the topic to move the posts to.' },
  refusable: { field: target, name: 'into' },
});

test('a topic is not offered as its own merge target, and changed search text resets the choice', async () => {
  withFound(fakeServer());
  const { user } = await renderScreen(<MergeDialog topic={topic} onClose={nothing} />);
  await user.type(screen.getByLabelText(target), 'vat');
  await user.click(await screen.findByRole('radio', { name: /A quick vat/ }));
  expect(screen.queryByRole('radio', { name: /A slow vat/ })).toBeNull();
  await user.type(screen.getByLabelText(target), 's');
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  expect(describedBy(screen.getByLabelText(target))).toContain('Choose the topic');
});
