import { type ReportCase, readReport } from '@mbari/contract/moderation/cases';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { Evidence } from './evidence.tsx';

const createdAt = '2026-01-05T10:00:00.000Z';
const wording = { title: null, details: [], warning: null, images: [] };
const snapshot = { ...wording, messages: [], is_current: false, created_at: createdAt };
const report = { id: 'r1', resolution: null } as unknown as ReportCase;
const noBackground = { history: [], reporters: [], notes: [] };

test('an edited post is shown as reported, as it is now and with its earlier versions', async () => {
  fakeServer().answer(readReport, {
    data: {
      ...noBackground,
      evidence: [{ ...snapshot, id: 'e1', body: 'Reported words' }],
      now: { ...wording, body: 'Harmless' },
      versions: [{ version: 1, body: 'First words', edited_by: null, written_at: createdAt }],
    },
  });
  await renderScreen(<Evidence report={report} />);
  expect(await screen.findByText('Reported words')).toBeDefined();
  for (const text of ['As reported', 'Edited since', 'Now', 'Harmless', 'Earlier versions', 'First words'])
    expect(screen.getByText(text)).toBeDefined();
});

test('a deleted post is shown as reported, with its images', async () => {
  const image = { url: '/media/1/640.webp', width: 640, height: 480, color: '#884422', alt: 'A wall' };
  fakeServer().answer(readReport, {
    data: {
      ...noBackground,
      evidence: [{ ...snapshot, id: 'e1', title: 'A title', body: 'Reported words', images: [image] }],
      now: null,
      versions: [],
    },
  });
  await renderScreen(<Evidence report={report} />);
  expect(await screen.findByText('Deleted since')).toBeDefined();
  expect(screen.getByRole('img', { name: 'A wall' }).getAttribute('src')).toBe(image.url);
  expect(screen.queryByText('Now')).toBeNull();
});

test('a reported message is shown among those that the reporter added, without the conversation’s other messages', async () => {
  const image = { url: '/media/1/640.webp', width: 640, height: 480, color: '#884422', alt: 'A threat' };
  const message = { is_reported: false, warning: null, images: [], created_at: createdAt };
  fakeServer().answer(readReport, {
    data: {
      ...noBackground,
      evidence: [
        {
          ...snapshot,
          id: 'e1',
          body: null,
          messages: [
            { ...message, id: 'm1', author: null, body: 'Please stop' },
            { ...message, id: 'm2', is_reported: true, author: { name: 'Ada', username: 'ada' }, body: 'Rude words', images: [image] },
          ],
        },
      ],
      now: null,
      versions: [],
    },
  });
  await renderScreen(<Evidence report={report} />);
  const [before, reported] = await screen.findAllByRole('listitem');
  expect(before!.textContent).toMatch(/a former member.*Please stop/);
  expect(reported!.textContent).toMatch(/Ada.*@ada.*Reported.*Rude words/);
  expect(screen.getByRole('img', { name: 'A threat' })).toBeDefined();
  expect(screen.getByText(/Organisers cannot read others/)).toBeDefined();
  expect(screen.queryByText('Deleted since')).toBeNull();
});
