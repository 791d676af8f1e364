import { readPhoto } from '@mbari/contract/photos/posts';
import { type Series, updateSeries } from '@mbari/contract/photos/series';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { testConflict } from '~/testing/test-form.tsx';
import { EditSeries } from './edit-series.tsx';
import { SeriesView } from './series-view.tsx';

describe('edit series', () => {
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
    await expect
      .poll(() => server.bodiesOf(updateSeries))
      .toEqual([{ photo_ids: ['photo-1', 'photo-3'], cover_id: 'photo-3', version: 3 }]);
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
});

describe('series view', () => {
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
});
