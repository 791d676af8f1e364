import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPhoto } from '~/testing/a-photo.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PhotoDetails } from './photo-details.tsx';

test('the details of a photo name its location, which leads to its photos', async () => {
  await renderScreen(<PhotoDetails photo={aPhoto({ location_name: 'Nsukka' })} image={undefined} />);
  const location = await screen.findByText('Nsukka');
  expect(location.closest('p')?.textContent).toBe('Where it was taken: Nsukka');
  expect(location.closest('a')?.getAttribute('href')).toBe('/place/Nsukka');
});

test.each([
  ['me', 'Only you see this'],
  ['followers', 'For followers'],
] as const)('the details say that a photo is for %s', async (audience, words) => {
  await renderScreen(<PhotoDetails photo={aPhoto({ audience })} image={undefined} />);
  expect(await screen.findByText(words)).toBeDefined();
});

test('the details of an imported photo name the day on which it was taken, whatever the reader’s time zone', async () => {
  const photo = aPhoto({ taken_at: '2019-05-03T00:10:00Z' });
  const { unmount } = await renderScreen(<PhotoDetails photo={photo} image={undefined} />);
  expect(await screen.findByText('Taken on 3 May 2019')).toBeDefined();
  unmount();
  await renderScreen(<PhotoDetails photo={{ ...photo, taken_at: '2019-05-03T23:50:00Z' }} image={undefined} />);
  expect(await screen.findByText('Taken on 3 May 2019')).toBeDefined();
});

test('a photo for everyone says nothing of its audience', async () => {
  const { container } = await renderScreen(<PhotoDetails photo={aPhoto({ audience: 'public' })} image={undefined} />);
  expect(container.querySelector('.photo-details')).toBeNull();
});

test('a photo without details shows no list of details', async () => {
  const { container } = await renderScreen(<PhotoDetails photo={aPhoto()} image={undefined} />);
  expect(container.querySelector('.photo-details')).toBeNull();
});

test('a content warning names its reason and origin, and for the author an appeal', async () => {
  const warning = { reason: 'death', by: 'organisers', is_blurred: false, decision_id: 'decision-1' } as const;
  await renderScreen(<PhotoDetails photo={aPhoto({ warning })} image={undefined} />);
  const reason = await screen.findByText('Death');
  expect(reason.closest('span')?.textContent).toBe('Content warning: Death. Set by the organisers. Appeal');
  expect(screen.getByRole('link', { name: 'Appeal' }).getAttribute('href')).toBe('/decisions/decision-1');
});
