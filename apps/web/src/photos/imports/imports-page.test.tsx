import {
  chooseImportItems,
  createImport,
  type ImportItem,
  listImportItems,
  listImports,
  type PhotoImport,
  sendImportPart,
  startImport,
  undoImport,
} from '@mbari/contract/photos/imports';
import * as limits from '@mbari/contract/platform/limits';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import ImportsPage from '~/pages/imports-page.tsx';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { fakeUploads } from '~/testing/fake-upload.ts';
import { renderScreen } from '~/testing/render-screen.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  fakeUploads();
  signIn('a-token', aMember());
});

const anImport = (more: Partial<PhotoImport>): PhotoImport => ({
  id: 'an-import',
  source: 'instagram',
  state: 'receiving',
  problem: null,
  files: [{ name: 'a.zip', bytes: limits.importPartBytes + 3, received_bytes: 0 }],
  albums: [],
  counts: { found: 0, chosen: 0, done: 0, skipped: 0, previewed: 0 },
  created_at: '2026-11-30T12:00:00.000Z',
  undo_until: null,
  ...more,
});

const anItem = (position: number, more: Partial<ImportItem> = {}): ImportItem => ({
  position,
  title: `Dusk ${position}`,
  description: '',
  taken_at: '2014-05-03T00:00:00.000Z',
  albums: [],
  images_count: 1,
  alt: '',
  preview: 'data:image/webp;base64,AA==',
  is_chosen: true,
  state: 'waiting',
  problem: null,
  photo_id: null,
  ...more,
});

const files = () => screen.findByLabelText('Choose files');
const archive = (name = 'a.zip', bytes = limits.importPartBytes + 3) => new File([new Uint8Array(bytes)], name);
const received = anImport({ state: 'reading', files: [{ name: 'a.zip', bytes: 7, received_bytes: 7 }] });

test('an upload begins where the server is, and a part that it already has is not sent again', async () => {
  server.answer(listImports, { data: [] });
  const half = anImport({ files: [{ name: 'a.zip', bytes: limits.importPartBytes + 3, received_bytes: limits.importPartBytes }] });
  server.answer(createImport, { data: half });
  server.refuse(sendImportPart, { status: 409, code: 'conflict', message: 'The next part begins elsewhere.', data: received });
  const { user } = await renderScreen(<ImportsPage />);
  await user.upload(await files(), archive());
  server.answer(listImports, { data: [received] });
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await screen.findByText('Looking for photos in your files…');
  expect(server.bodiesOf(createImport)).toEqual([{ source: 'instagram', files: [{ name: 'a.zip', bytes: limits.importPartBytes + 3 }] }]);
  const [part] = server.bodiesOf(sendImportPart) as { offset: string; part: File }[];
  expect([part!.offset, part!.part.size]).toEqual([String(limits.importPartBytes), 3]);
  expect(server.bodiesOf(sendImportPart)).toHaveLength(1);
});

test('an interrupted upload asks for the same files, and refuses others', async () => {
  server.answer(listImports, { data: [anImport({})] });
  server.answer(sendImportPart, { data: received });
  const { user } = await renderScreen(<ImportsPage />);
  await user.upload(await files(), archive('b.zip'));
  await screen.findByText('These are not the same files.');
  expect(server.bodiesOf(sendImportPart)).toEqual([]);
  await user.upload(await files(), archive());
  await expect.poll(() => server.bodiesOf(sendImportPart)).toHaveLength(1);
});

test('posts are chosen one by one, and imported for the member alone unless they choose otherwise', async () => {
  const counts = { found: 3, chosen: 2, done: 0, skipped: 1, previewed: 3 };
  server.answer(listImports, { data: [anImport({ state: 'choosing', counts, albums: [{ name: 'Lagos', photos_count: 2 }] })] });
  const video = {
    problem: { reason: 'importVideo', message: 'Videos cannot be brought here.' },
    is_chosen: false,
    state: 'skipped' as const,
  };
  server.answer(listImportItems, { data: [anItem(0), anItem(1), anItem(2, video)], meta: { next_cursor: null } });
  server.answer(chooseImportItems, { data: anImport({ state: 'choosing' }) });
  server.answer(startImport, { data: anImport({ state: 'importing' }) });
  const { user } = await renderScreen(<ImportsPage />);
  await screen.findByText('2 of 3 posts chosen');
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /Dusk 2/ })).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: /Dusk 0/ }));
  await user.click(screen.getByRole('checkbox', { name: /Dusk 1/ }));
  await expect
    .poll(() => server.bodiesOf(chooseImportItems))
    .toEqual([
      { positions: [0], is_chosen: false },
      { positions: [1], is_chosen: false },
    ]);
  await user.click(screen.getByRole('checkbox', { name: 'Lagos (2)' }));
  await user.click(screen.getByRole('button', { name: 'Import 2 posts' }));
  await expect.poll(() => server.bodiesOf(startImport)).toEqual([{ audience: 'me', license: '', category: '', albums: ['Lagos'] }]);
});

test('a result says what was left out and why, and can be undone after a question', async () => {
  const counts = { found: 2, chosen: 1, done: 1, skipped: 1, previewed: 2 };
  server.answer(listImports, { data: [anImport({ state: 'done', counts, undo_until: '2099-01-01T00:00:00.000Z' })] });
  const missing = { problem: { reason: 'importImageMissing', message: 'The photo is not in the files.' }, state: 'skipped' as const };
  server.answer(listImportItems, { data: [anItem(0, missing)], meta: { next_cursor: null } });
  server.answer(undoImport, { data: anImport({ state: 'undoing', counts }) });
  const { user } = await renderScreen(<ImportsPage />);
  await screen.findByText('1 post was imported');
  await screen.findByText('The photo is not in the files.');
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  await screen.findByText('1 post is deleted, with its likes and comments.');
  await user.click(screen.getAllByRole('button', { name: 'Undo import' }).at(-1)!);
  await expect.poll(() => server.bodiesOf(undoImport)).toHaveLength(1);
});
