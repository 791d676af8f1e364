import { type Site, readSite } from '@mbari/contract/platform/site';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { SitePages } from './site-pages.tsx';

const renderWith = async (site: Pick<Site, 'pages' | 'contact_email'>) => {
  fakeServer().answer(readSite, { data: site as Site });
  await renderScreen(<SitePages />);
};

test('the contact link, next to the written pages, opens an email to the organisers', async () => {
  await renderWith({ pages: ['about'], contact_email: 'all?of=us@uli.example' });
  expect((await screen.findByRole('link', { name: 'Contact' })).getAttribute('href')).toBe('mailto:all%3Fof%3Dus@uli.example');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['About', 'Contact']);
});

test('a contact address is linked even without pages', async () => {
  await renderWith({ pages: [], contact_email: 'all@uli.example' });
  expect((await screen.findByRole('link', { name: 'Contact' })).getAttribute('href')).toBe('mailto:all@uli.example');
});

test('there is no contact link without an address', async () => {
  await renderWith({ pages: ['privacy'], contact_email: null });
  await screen.findByRole('link', { name: 'Privacy' });
  expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull();
});
