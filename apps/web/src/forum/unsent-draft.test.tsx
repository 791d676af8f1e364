import { deleteForumDraft, listForumDrafts, readForumDraft } from '@mbari/contract/forum/drafts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { findLocalDraft, storeLocalDraft } from './local-draft.ts';
import { UnsentDraft } from './unsent-draft.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.answer(listForumDrafts, { data: [] });
  server.answer(deleteForumDraft, { message: '' });
  signIn('a-token', aMember());
});

const place = 'topic:t9';
const draw = () => renderScreen(<UnsentDraft scope={place} title="This topic was deleted" />);
const readShownText = async () => (await screen.findByLabelText<HTMLTextAreaElement>('What you wrote')).value;

test('the unsent text of an open form is shown', async () => {
  storeUnsentText(place, 'Written here');
  await draw();
  expect(await readShownText()).toBe('Written here');
  storeUnsentText(place, '');
});

test('a draft stored in this browser is shown', async () => {
  storeLocalDraft(place, { title: '', body: 'Written before', version: 1 });
  await draw();
  expect(await readShownText()).toBe('Written before');
});

test('a draft stored on the server is shown', async () => {
  const draft = { title: '', version: 2, updated_at: '2026-01-02T03:04:05Z' };
  server.answer(listForumDrafts, { data: [{ place, ...draft }] });
  server.answer(readForumDraft, { data: { ...draft, body: 'Written on the phone' } });
  await draw();
  expect(await readShownText()).toBe('Written on the phone');
});

test('discarding removes the draft from the browser and the server', async () => {
  storeLocalDraft(place, { title: '', body: 'Written before', version: 1 });
  const { user } = await draw();
  await readShownText();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByLabelText('What you wrote')).toBeNull();
  expect(findLocalDraft(place)).toBeNull();
  await expect.poll(() => server.bodiesOf(deleteForumDraft)).toHaveLength(1);
});

test('a draft that cannot be discarded stays visible with an error', async () => {
  server.refuse(deleteForumDraft, { status: 503, message: 'Too busy just now.' });
  storeLocalDraft(place, { title: '', body: 'Written before', version: 1 });
  const { user } = await draw();
  await readShownText();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await expect.poll(shownToasts).toEqual(['Too busy just now.']);
  expect(await readShownText()).toBe('Written before');
});

test('nothing is shown without a draft', async () => {
  await draw();
  await expect.poll(() => server.bodiesOf(listForumDrafts)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a member does not see the draft of another member who used this tab before', async () => {
  storeUnsentText(place, 'Mine');
  signIn('another-token', aMember({ id: 'another' }));
  await draw();
  await expect.poll(() => server.bodiesOf(listForumDrafts)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});
