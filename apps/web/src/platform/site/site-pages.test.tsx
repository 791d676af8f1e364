import type { Site } from '@mbari/contract/shapes/site';
import { readSite } from '@mbari/contract/site';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { SitePages } from './site-pages.tsx';

const renderWith = async (site: Pick<Site, 'pages' | 'contact_email'>) => {
  fakeServer().answer(readSite, { data: site as Site });
  await renderScreen(<SitePages />);
};

test('the contact link opens a mail to the organisers, beside the pages that are written', async () => {
  await renderWith({ pages: ['about'], contact_email: 'all?of=us@uli.example' });
  expect((await screen.findByRole('link', { name: 'Contact' })).getAttribute('href')).toBe('mailto:all%3Fof%3Dus@uli.example');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['About', 'Contact']);
});

test('an address without any page has a contact link, too', async () => {
  await renderWith({ pages: [], contact_email: 'all@uli.example' });
  expect((await screen.findByRole('link', { name: 'Contact' })).getAttribute('href')).toBe('mailto:all@uli.example');
});

test('without an address there is no contact link', async () => {
  await renderWith({ pages: ['privacy'], contact_email: null });
  await screen.findByRole('link', { name: 'Privacy' });
  expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull();
});
