import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPhoto } from '~/testing/a-photo.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PhotoDetails } from './photo-details.tsx';

test('the details of a photo name its location', async () => {
  await renderScreen(<PhotoDetails photo={aPhoto({ location_name: 'Nsukka' })} image={undefined} />);
  const location = await screen.findByText('Nsukka');
  expect(location.closest('p')?.textContent).toBe('Where it was taken: Nsukka');
});

test('a photo without details shows no list of details', async () => {
  const { container } = await renderScreen(<PhotoDetails photo={aPhoto()} image={undefined} />);
  expect(container.querySelector('.photo-details')).toBeNull();
});
