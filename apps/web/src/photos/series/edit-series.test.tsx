import { type Series, updateSeries } from '@mbari/contract/photos/series';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-conflict.tsx';
import { EditSeries } from './edit-series.tsx';

const photos = ['Dust', 'Noon', 'Rain'].map((title, n) => aPhoto({ id: `photo-${n + 1}`, title }));
const series: Series = {
  id: 'series-1',
  title: 'Harmattan',
  body: 'The desert comes.',
  body_html: '<p>The desert comes.</p>',
  is_complete: false,
  cover_id: null,
  user: photos[0]!.user,
  created_at: '2026-01-02T03:04:05Z',
  version: 3,
  viewer: { may_edit: true },
};
const content = { data: photos, meta: { series } };
const stored = { ...series, photo_ids: photos.map(({ id }) => id) };
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

testConflict('a series', {
  draw: () => <EditSeries content={content} onClose={() => undefined} />,
  fill: async (user) => {
    await user.clear(await screen.findByLabelText('Title'));
    await user.type(screen.getByLabelText('Title'), 'Mine');
  },
  sends: updateSeries,
  answer: { data: { ...stored, version: 5 }, message: '' },
  button: 'Save changes',
  stored: { ...stored, title: 'Theirs', version: 4 },
  field: 'Title',
  mine: 'Mine',
  theirs: 'Theirs',
  name: 'title',
});

test('works are moved and taken out by buttons, and only what changed is sent', async () => {
  const server = fakeServer();
  signIn('a-token', aMember());
  server.answer(updateSeries, { data: stored, message: '' });
  const { user } = await renderScreen(<EditSeries content={content} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Move Rain up' }));
  expect(rows()).toEqual(['Dust', 'Rain', 'Noon']);
  expect(screen.getByText('Rain is now 2 of 3')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Move Dust up' }));
  await user.click(screen.getByRole('button', { name: 'Take Noon out' }));
  expect(rows()).toEqual(['Dust', 'Rain']);
  fireEvent.change(screen.getByLabelText('Cover'), { target: { value: 'photo-3' } });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => server.bodiesOf(updateSeries)).toEqual([{ photo_ids: ['photo-1', 'photo-3'], cover_id: 'photo-3', version: 3 }]);
});

test('an edit by another tab of other fields is kept', async () => {
  const server = fakeServer();
  signIn('a-token', aMember());
  const { user } = await renderScreen(<EditSeries content={content} onClose={() => undefined} />);
  await user.click(await screen.findByRole('switch', { name: 'Complete' }));
  server.refuse(updateSeries, {
    status: 409,
    code: 'conflict',
    message: 'Changed',
    data: { ...stored, photo_ids: ['photo-3', 'photo-1', 'photo-2'], version: 4 },
  });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => server.bodiesOf(updateSeries)).toContainEqual({ is_complete: true, version: 4 });
});
