import { type Site, readSite } from '@mbari/contract/platform/site';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { SitePages } from './site-pages.tsx';

const renderWith = async (site: Pick<Site, 'contact_email'>) => {
  fakeServer().answer(readSite, { data: site as Site });
  await renderScreen(<SitePages />);
};

test('the contact link, next to the pages about the community, opens an email to the organisers', async () => {
  await renderWith({ contact_email: 'all?of=us@uli.example' });
  expect((await screen.findByRole('link', { name: 'Contact' })).getAttribute('href')).toBe('mailto:all%3Fof%3Dus@uli.example');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['About', 'Privacy', 'Rules', 'Contact']);
});

test('there is no contact link without an address', async () => {
  await renderWith({ contact_email: null });
  await screen.findByRole('link', { name: 'Privacy' });
  expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull();
});
