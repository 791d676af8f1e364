import { entitlementsOf } from '@mbari/contract/people/plans';
import type * as calls from '@mbari/contract/photos/imports';
import type { ImportItem, ImportState, PhotoImport } from '@mbari/contract/photos/imports';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import { literalLimit } from '../../platform/http/lists.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { refuseImages } from '../../platform/images/storage.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { screen } from '../../platform/screening/screen.ts';
import { requireAudience } from '../posts/rules.ts';
import { requireCategory } from '../save-category.ts';
import { addSeries } from '../series/queries.ts';
import type { ImportSettings } from '../table.ts';
import {
  addImport,
  addReceived,
  findImportView,
  type ImportViewRow,
  listImportRows,
  listItemRows,
  lockImport,
  removeUnstarted,
  setItems,
  setReading,
  setStarted,
  setState,
  setUndoing,
} from './queries.ts';
import { partOf } from './read-archives.ts';
import { viewImport, viewItem } from './views.ts';

/** Queues the next step of an import. Steps of one import run one after the other, on all nodes together. */
export const queueImport = (tx: Statements, id: string): Promise<void> =>
  addJob(tx, 'advance_import', { import_id: id }, { key: `advance_import:${id}`, queue: `import:${id}` });

/** Throws `not_found` while admins have switched imports off. */
export async function requireImports({ site }: Context): Promise<void> {
  if ((await site.read()).imports === 'off') throw notFound();
}

export async function listImports(context: Context, { id }: Viewer): Promise<PhotoImport[]> {
  await requireImports(context);
  return (await listImportRows(context.db, id)).map(viewImport);
}

async function requireImport(context: Context, member: Viewer, id: string): Promise<ImportViewRow> {
  await requireImports(context);
  const found = isId(id) ? await findImportView(context.db, member.id, id) : undefined;
  if (!found) throw notFound('importNotFound');
  return found;
}

const readImport = async (context: Context, member: Viewer, id: string): Promise<PhotoImport> =>
  viewImport(await requireImport(context, member, id));

/** Begins an import, if the member's quota and the disk have room. */
export async function createImport(
  context: Context,
  member: Viewer,
  { source, files }: z.output<typeof calls.createImport.shape.body>,
): Promise<PhotoImport> {
  await requireImports(context);
  if (source === 'pixelfed' && (await hostsOf(context)).length === 0) throw invalid({ source: ['importSourceUnknown'] });
  const refusal = await refuseImages(context, member.id, 'photo');
  if (refusal) throw refusal;
  await context.limits.spend('import by member, daily', member.id);
  const claim = await context.space.claim(files.reduce((sum, { bytes }) => sum + bytes, 0));
  if (claim === null) throw new Refusal('storage_full', 'storageFull');
  // Each part claims its own space when it arrives.
  claim.release();
  const id = newId();
  if ((await addImport(context.db, { id, memberId: member.id, source, files })) === 0) throw new Refusal('conflict', 'importOpen');
  return readImport(context, member, id);
}

/** Hosts from which admins allow to fetch images. */
export const hostsOf = async ({ site }: Context): Promise<string[]> =>
  ((await site.read()).import_hosts ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== '');

interface Part {
  id: string;
  position: string;
  offset: number;
  file: { path: string; bytes: number };
}

/**
 * Stores a part durably before it is counted. After the last part, a job reads the archives. Throws `conflict` with the import if the part is not
 * the next one.
 */
export async function receivePart(context: Context, member: Viewer, { id, position, offset, file }: Part): Promise<PhotoImport> {
  const view = await readImport(context, member, id);
  const next = view.files.find((_, n) => String(n) === position);
  if (!next) throw notFound('importNotFound');
  if (view.state !== 'receiving' || next.received_bytes !== offset || offset === next.bytes)
    throw new Refusal('conflict', 'importOffset', { data: view });
  const expected = Math.min(limits.importPartBytes, next.bytes - offset);
  if (file.bytes !== expected) throw invalid({ part: [because('importPartSize', { bytes: expected })] });
  await context.store.parts.put(id, partOf(Number(position), offset), file.path);
  await context.db.transaction(async (tx) => {
    if ((await lockImport(tx, id))?.state !== 'receiving') return;
    if ((await addReceived(tx, id, Number(position), { offset, bytes: file.bytes })) > 0 && (await setReading(tx, id)) > 0)
      await queueImport(tx, id);
  });
  return readImport(context, member, id);
}

export async function listItems(
  context: Context,
  member: Viewer,
  id: string,
  { per_page, cursor, skipped }: z.output<typeof calls.listImportItems.shape.query>,
): Promise<{ data: ImportItem[]; meta: { next_cursor: string | null } }> {
  await requireImport(context, member, id);
  const after = cursor === undefined ? -1 : Number(cursor);
  const rows = await listItemRows(context.db, id, { after, limit: literalLimit(per_page + 1), skipped: skipped === 'true' });
  const page = rows.slice(0, per_page);
  return { data: page.map(viewItem), meta: { next_cursor: rows.length > per_page ? String(page.at(-1)!.position) : null } };
}

export async function chooseItems(
  context: Context,
  member: Viewer,
  id: string,
  { positions, is_chosen, alt }: z.output<typeof calls.chooseImportItems.shape.body>,
): Promise<PhotoImport> {
  const { state } = await requireImport(context, member, id);
  requireState(state, 'choosing');
  await context.limits.spend('save by member', member.id);
  await setItems(context.db, id, { positions: positions ?? null, isChosen: is_chosen ?? null, alt: alt ?? null });
  return readImport(context, member, id);
}

/** Creates the series of albums and starts the job that creates posts. */
export async function startImport(
  context: Context,
  member: Viewer,
  id: string,
  { audience, license, category, show_camera, albums = [] }: z.output<typeof calls.startImport.shape.body>,
): Promise<PhotoImport> {
  const found = await requireImport(context, member, id);
  requireState(found.state, 'choosing');
  requireAudience(entitlementsOf(member).setsVisibility || audience === 'me', audience);
  await requireCategory(context.db, category);
  const refusal = await refuseImages(context, member.id, 'photo');
  if (refusal) throw refusal;
  await context.limits.spend('change by member', member.id);
  const names = found.albums.map(({ name }) => name).filter((name) => albums.includes(name));
  await screen(context, member, Object.fromEntries(names.map((name, n) => [`albums.${n}`, name])));
  const settings: ImportSettings = {
    audience,
    ...(license !== undefined && { license }),
    ...(category !== undefined && { category }),
    ...(show_camera !== undefined && { show_camera }),
    series: Object.fromEntries(names.map((name) => [name, newId()])),
  };
  await context.db.transaction(async (tx) => {
    if (!(await lockWriter(tx, member.id))) throw unauthenticated();
    if ((await setStarted(tx, id, settings)) === 0) throw conflict();
    await addSeriesOf(tx, member, settings);
    await queueImport(tx, id);
  });
  return readImport(context, member, id);
}

async function addSeriesOf(tx: Statements, member: Viewer, { series = {} }: ImportSettings): Promise<void> {
  for (const [name, id] of Object.entries(series)) {
    const title = [...name].slice(0, limits.seriesTitle).join('');
    if ((await addSeries(tx, { id, memberId: member.id, title, body: '', html: '' })) === 0)
      throw invalid({ albums: [because('tooManySeries', { most: limits.series })] });
  }
}

export async function pauseImport(context: Context, member: Viewer, id: string): Promise<PhotoImport> {
  await requireImport(context, member, id);
  if ((await setState(context.db, id, { from: ['importing'], to: 'paused' })) === 0) throw conflict();
  return readImport(context, member, id);
}

export async function resumeImport(context: Context, member: Viewer, id: string): Promise<PhotoImport> {
  await requireImport(context, member, id);
  await context.db.transaction(async (tx) => {
    if ((await setState(tx, id, { from: ['paused'], to: 'importing' })) === 0) throw conflict();
    await queueImport(tx, id);
  });
  return readImport(context, member, id);
}

/** Ends an import. Posts that it made stay. */
export async function cancelImport(context: Context, member: Viewer, id: string): Promise<void> {
  await requireImport(context, member, id);
  const ended =
    (await removeUnstarted(context.db, member.id, id)) + (await setState(context.db, id, { from: ['importing', 'paused'], to: 'done' }));
  if (ended === 0) throw conflict();
  await context.store.parts.remove(id);
}

export async function undoImport(context: Context, member: Viewer, id: string): Promise<PhotoImport> {
  await requireImport(context, member, id);
  const undo = async (tx: Statements): Promise<void> => {
    if ((await setUndoing(tx, member.id, id)) === 0) throw conflict();
    await queueImport(tx, id);
  };
  await context.db.transaction(undo).catch((error: unknown) => {
    throw violates(error, 'photo_imports_open') ? conflict() : error;
  });
  return readImport(context, member, id);
}

function requireState(state: ImportState, expected: ImportState): void {
  if (state !== expected) throw conflict();
}

const conflict = (): Refusal => new Refusal('conflict', 'importInOtherState');
