import { readPhoto } from '@mbari/contract/photos/posts';
import type { Series } from '@mbari/contract/photos/series';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { SeriesView } from './series-view.tsx';

let reports: IntersectionObserverCallback[];
/** Fake IntersectionObserver: the test reports what is in view. */
class Reported {
  constructor(report: IntersectionObserverCallback) {
    reports.push(report);
  }
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  reports = [];
  vi.stubGlobal('IntersectionObserver', Reported);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
  Element.prototype.scrollIntoView = () => undefined;
  fakeServer().refuse(readPhoto, { status: 404 });
  signIn('a-token', aMember());
});

const photos = ['Dust', 'Noon', 'Rain'].map((title, n) =>
  aPhoto({ id: `photo-${n + 1}`, title, created_at: `2026-0${n + 1}-02T03:04:05Z` }),
);
const seriesOf = (own: Partial<Series> = {}): Series => ({
  ...{ id: 'series-1', title: 'Harmattan', body: '', body_html: '', is_complete: false, cover_id: null },
  ...{ created_at: '2026-01-02T03:04:05Z', version: 1, viewer: { may_edit: true } },
  user: { ...aMember(), profile: { profile_image: null } },
  ...own,
});
const openSeries = (data = photos, own: Partial<Series> = {}) =>
  renderScreen(<SeriesView content={{ data, meta: { series: seriesOf(own) } }}>{null}</SeriesView>);
const cover = () => document.querySelector('.series-cover');

test('the head says how many photos there are and when they were posted', async () => {
  await openSeries();
  expect(await screen.findByText('Series · 3 photos so far')).toBeTruthy();
  expect(screen.getByText('January 2026 to March 2026')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((work) => work.querySelector('h2')?.textContent)).toEqual(['Dust', 'Noon', 'Rain']);
});

test.each([
  [null, false],
  ['photo-1', false],
  ['photo-2', true],
])('the chosen cover %s is shown unless it is the first work', async (cover_id, isShown) => {
  await openSeries(photos, { cover_id, is_complete: true });
  expect(await screen.findByText('Series · 3 photos · complete')).toBeTruthy();
  expect(cover() !== null).toBe(isShown);
});

test('keys walk through the works, and the bar says how far one has read', async () => {
  const { user } = await openSeries();
  await screen.findByText('Series · 3 photos so far');
  await user.keyboard('j');
  expect(document.activeElement?.getAttribute('title')).toBe('Dust');
  const [title, works] = reports;
  act(() => {
    title!([{ isIntersecting: false, boundingClientRect: { top: -100 } } as IntersectionObserverEntry], null!);
    works!([{ isIntersecting: true, target: document.getElementById('2')! } as unknown as IntersectionObserverEntry], null!);
  });
  expect(screen.getByText('2 / 3')).toBeTruthy();
  await user.keyboard('j');
  expect(document.activeElement?.getAttribute('title')).toBe('Rain');
  await user.keyboard('s');
  expect(await screen.findByRole('dialog', { name: 'Slideshow: Harmattan' })).toBeTruthy();
});

test('an empty series offers its author to add photos', async () => {
  await openSeries([]);
  expect(await screen.findByRole('button', { name: 'Add photos' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Slideshow' })).toBeNull();
});
