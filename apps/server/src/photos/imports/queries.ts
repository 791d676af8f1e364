import type { ImportState } from '@mbari/contract/photos/imports';
import type { Reason } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isPaid, isSilenced } from '../../platform/visibility/members.ts';
import { type ImportSettings, photoImportItems, photoImports } from '../table.ts';
import type { PlannedItem } from './plan-items.ts';

const anImport = photoImports.pick('id', 'member_id', 'source', 'state', 'settings', 'problem', 'created_at', 'finished_at');

export type ImportRow = Row<typeof anImport>;

export interface ImportViewRow extends ImportRow {
  files: { name: string; bytes: number; received_bytes: number }[];
  albums: { name: string; photos_count: number }[];
  counts: { found: number; chosen: number; done: number; skipped: number; previewed: number };
}

const viewColumns = `${anImport.of('i')},
  (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'bytes', f.bytes, 'received_bytes', f.received_bytes) order by f.position), '[]')
     from photo_import_files f where f.import_id = i.id) as files,
  (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'photos_count', a.photos) order by a.photos desc, a.name), '[]')
     from (select album as name, count(*) as photos from photo_import_items t, unnest(t.albums) album
            where t.import_id = i.id group by 1 order by 2 desc, 1 limit ${limits.importAlbums}) a) as albums,
  (select jsonb_build_object('found', count(*), 'chosen', count(*) filter (where t.chosen), 'done', count(*) filter (where t.state = 'done'),
                             'skipped', count(*) filter (where t.state = 'skipped'),
                             'previewed', count(*) filter (where t.state <> 'waiting' or t.preview is not null))
     from photo_import_items t where t.import_id = i.id) as counts`;

export const listImportRows = (db: Statements, memberId: string): Promise<ImportViewRow[]> =>
  db.rows(`select ${viewColumns} from photo_imports i where i.member_id = $1 order by i.id desc limit ${limits.imports}`, [memberId]);

export const findImportView = (db: Statements, memberId: string, id: string): Promise<ImportViewRow | undefined> =>
  db.row(`select ${viewColumns} from photo_imports i where i.id = $2 and i.member_id = $1`, [memberId, id]);

export const findImport = (db: Statements, id: string): Promise<ImportRow | undefined> =>
  db.row(`select ${anImport.of('i')} from photo_imports i where i.id = $1`, [id]);

export interface NewImport {
  id: string;
  memberId: string;
  source: string;
  files: readonly { name: string; bytes: number }[];
}

/** Returns 0 if the member has another open import. */
export const addImport = (tx: Statements, { id, memberId, source, files }: NewImport): Promise<number> =>
  tx.run(
    `with added as (
       insert into photo_imports (id, member_id, source) values ($1, $2, $3)
       on conflict (member_id) where state not in ('done', 'undone', 'failed') do nothing returning id)
     insert into photo_import_files (import_id, position, name, bytes)
     select added.id, f.n - 1, f.name, f.bytes from added, unnest($4::text[], $5::bigint[]) with ordinality as f(name, bytes, n)`,
    [id, memberId, source, files.map(({ name }) => name), files.map(({ bytes }) => bytes)],
  );

export interface FileRow {
  name: string;
  bytes: number;
}

export const listFiles = (db: Statements, id: string): Promise<FileRow[]> =>
  db.rows('select name, bytes::float8 as bytes from photo_import_files where import_id = $1 order by position', [id]);

/** Counts a stored part, once. Returns 0 if another request counted it. */
export const addReceived = (tx: Statements, id: string, position: number, part: { offset: number; bytes: number }): Promise<number> =>
  tx.run(
    `update photo_import_files f set received_bytes = $3::bigint + $4::bigint from photo_imports i
      where f.import_id = $1 and f.position = $2 and f.received_bytes = $3 and i.id = f.import_id and i.state = 'receiving'`,
    [id, position, part.offset, part.bytes],
  );

/** Ends the upload. Returns 0 if bytes are missing. */
export const setReading = (tx: Statements, id: string): Promise<number> =>
  tx.run(
    `update photo_imports i set state = 'reading'
      where i.id = $1 and i.state = 'receiving'
        and not exists (select from photo_import_files f where f.import_id = i.id and f.received_bytes < f.bytes)`,
    [id],
  );

/** Locks the import, so that concurrent last parts see each other. */
export const lockImport = (tx: Statements, id: string): Promise<{ state: ImportState } | undefined> =>
  tx.row('select state from photo_imports where id = $1 for update', [id]);

interface StateChange {
  from: readonly ImportState[];
  to: ImportState;
  problem?: Reason | null;
}

/** Changes the state, if it is one of `from`. A finished import keeps the time of its end. */
export const setState = (tx: Statements, id: string, { from, to, problem = null }: StateChange): Promise<number> =>
  tx.run(
    `update photo_imports set state = $3, problem = $4,
            finished_at = case when $3 in ('done', 'undoing', 'undone', 'failed') then coalesce(finished_at, now()) end
      where id = $1 and state = any ($2)`,
    [id, from, to, problem && JSON.stringify(problem)],
  );

export const setStarted = (tx: Statements, id: string, settings: ImportSettings): Promise<number> =>
  tx.run(`update photo_imports set state = 'importing', settings = $2, problem = null where id = $1 and state = 'choosing'`, [
    id,
    JSON.stringify(settings),
  ]);

/** Starts the removal of the imported posts. Returns 0 after the seven days. Violates `photo_imports_open` if another import is open. */
export const setUndoing = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run(
    `update photo_imports set state = 'undoing', problem = null
      where id = $2 and member_id = $1 and state = 'done' and finished_at > now() - interval '${limits.importDays} days'`,
    [memberId, id],
  );

/** Deletes an import that has not begun to create posts. */
export const removeUnstarted = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run(`delete from photo_imports where id = $2 and member_id = $1 and state in ('receiving', 'reading', 'choosing')`, [memberId, id]);

const planned = photoImportItems.pick(
  'import_id',
  'position',
  'external_id',
  'title',
  'description',
  'media',
  'warning',
  'albums',
  'chosen',
  'state',
  'problem',
);

/** Adds items in order. Items that an earlier import of the member has posted are not chosen. */
export const addItems = (tx: Statements, importId: string, first: number, items: readonly PlannedItem[]): Promise<number> =>
  tx.run(
    `insert into photo_import_items (${planned.names}, taken_at)
     select ${planned.keys.map((key) => (key === 'chosen' ? chosenUnlessPosted : `n.${key}`)).join(', ')}, n.taken_at
       from ${photoImportItems.fromAll('$1')} n`,
    [
      JSON.stringify(
        items.map((item, index) => ({
          ...item,
          import_id: importId,
          position: first + index,
          state: item.problem === null ? 'waiting' : 'skipped',
        })),
      ),
      importId,
    ],
  );

/** Not correlated, so that it runs once for all items. */
const chosenUnlessPosted = `n.chosen and n.external_id not in (
  select t.external_id from photo_imports i join photo_imports o on o.member_id = i.member_id and o.source = i.source and o.id <> i.id
    join photo_import_items t on t.import_id = o.id and t.state = 'done'
   where i.id = $2)`;

export const removeItems = (tx: Statements, importId: string): Promise<number> =>
  tx.run('delete from photo_import_items where import_id = $1', [importId]);

const shownItem = photoImportItems.pick('position', 'title', 'description', 'taken_at', 'albums', 'chosen', 'state', 'problem', 'photo_id');

export interface ItemViewRow extends Row<typeof shownItem> {
  images_count: number;
  alt: string;
  preview: string | null;
}

export const listItemRows = (
  db: Statements,
  importId: string,
  { after, limit, skipped }: { after: number; limit: 21 | 51; skipped: boolean },
): Promise<ItemViewRow[]> =>
  db.rows(
    `select ${shownItem.of('t')}, jsonb_array_length(t.media) as images_count, coalesce(t.media -> 0 ->> 'alt', '') as alt,
            encode(t.preview, 'base64') as preview
       from photo_import_items t where t.import_id = $1 and t.position > $2 and (not $3 or t.problem is not null)
      order by t.position limit ${limit}`,
    [importId, after, skipped],
  );

/** Chooses items that are not skipped, and sets the alternative text of their first image. Null positions mean all items, and all empty texts. */
export const setItems = (
  tx: Statements,
  importId: string,
  { positions, isChosen, alt }: { positions: readonly number[] | null; isChosen: boolean | null; alt: string | null },
): Promise<number> =>
  tx.run(
    `update photo_import_items t set chosen = coalesce($3, t.chosen),
            media = case when $4::text is null or ($2::int[] is null and t.media -> 0 ->> 'alt' <> '') then t.media
                         else jsonb_set(t.media, '{0,alt}', to_jsonb($4::text)) end
       from photo_imports i
      where i.id = $1 and i.state = 'choosing' and t.import_id = i.id and t.state = 'waiting' and ($2::int[] is null or t.position = any ($2))`,
    [importId, positions, isChosen, alt],
  );

const workedOn = photoImportItems.pick('position', 'title', 'description', 'taken_at', 'media', 'warning', 'albums', 'photo_id');

export type ItemRow = Row<typeof workedOn>;

export const listUnpreviewed = (db: Statements, importId: string): Promise<ItemRow[]> =>
  db.rows(
    `select ${workedOn.of('t')} from photo_import_items t where t.import_id = $1 and t.state = 'waiting' and t.preview is null
      order by t.position limit 10`,
    [importId],
  );

export const setPreview = (db: Statements, importId: string, position: number, preview: Buffer): Promise<number> =>
  db.run('update photo_import_items set preview = $3 where import_id = $1 and position = $2', [importId, position, preview]);

export const listWaiting = (db: Statements, importId: string): Promise<ItemRow[]> =>
  db.rows(
    `select ${workedOn.of('t')} from photo_import_items t join photo_imports i on i.id = t.import_id and i.state = 'importing'
      where t.import_id = $1 and t.state = 'waiting' and t.chosen order by t.position limit 1`,
    [importId],
  );

export const setImported = (tx: Statements, importId: string, position: number, photoId: string): Promise<number> =>
  tx.run(`update photo_import_items set state = 'done', photo_id = $3 where import_id = $1 and position = $2 and state = 'waiting'`, [
    importId,
    position,
    photoId,
  ]);

export const setSkipped = (db: Statements, importId: string, position: number, problem: Reason): Promise<number> =>
  db.run(`update photo_import_items set state = 'skipped', problem = $3 where import_id = $1 and position = $2 and state = 'waiting'`, [
    importId,
    position,
    JSON.stringify(problem),
  ]);

export const listPosted = (db: Statements, importId: string): Promise<ItemRow[]> =>
  db.rows(
    `select ${workedOn.of('t')} from photo_import_items t where t.import_id = $1 and t.state = 'done' order by t.position desc limit 10`,
    [importId],
  );

export const setUndone = (db: Statements, importId: string, position: number): Promise<number> =>
  db.run(`update photo_import_items set state = 'undone' where import_id = $1 and position = $2`, [importId, position]);

/** Deletes the series that an import made and that are empty again. */
export const removeEmptySeries = (db: Statements, memberId: string, ids: readonly string[]): Promise<number> =>
  db.run(
    `delete from series s where s.member_id = $1 and s.id = any ($2::uuid[])
       and not exists (select from series_photos sp join photos p on p.id = sp.photo_id and p.deleted_at is null where sp.series_id = s.id)`,
    [memberId, ids],
  );

/** The viewer for whom a job works. Nothing for accounts that are closed or suspended. */
export const findImporter = (db: Statements, memberId: string): Promise<(Viewer & { is_silenced: boolean }) | undefined> =>
  db.row<Viewer & { is_silenced: boolean; [column: string]: unknown }>(
    `select m.id, '' as session_id, m.role, true as email_verified, true as has_onboarding, true as rules_accepted, ${isPaid('m')} as is_paid,
            m.created_at as joined_at, ${isSilenced('m')} as is_silenced
       from members m where m.id = $1 and m.is_live`,
    [memberId],
  );

/** Lists imports with work to do, whose job may have been lost with its process. */
export const listWorking = (db: Statements): Promise<{ id: string }[]> =>
  db.rows(
    `select i.id from photo_imports i
      where i.state in ('reading', 'importing', 'undoing')
         or (i.state = 'choosing' and exists (select from photo_import_items t where t.import_id = i.id and t.state = 'waiting' and t.preview is null))
      limit 100`,
  );

/** Ends imports whose archives are too old. Those with posts can still be undone. */
export const endOldImports = (db: Statements, problem: Reason): Promise<number> =>
  db.run(
    `with old as (select id from photo_imports where state in ('receiving', 'reading', 'choosing', 'paused')
                     and created_at < now() - interval '${limits.importDays} days' limit 100)
     update photo_imports i set state = case when i.state = 'paused' then 'done' else 'failed' end, finished_at = now(),
            problem = $1 from old where i.id = old.id`,
    [JSON.stringify(problem)],
  );

export const removeOldImports = (db: Statements): Promise<number> =>
  db.run(
    `delete from photo_imports where id in (select id from photo_imports
       where finished_at < now() - interval '${limits.importDays} days' and state <> 'undoing' limit 10)`,
  );

/** Returns the imports among `ids` whose archives are needed. */
export const listOpenAmong = (db: Statements, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.rows(`select id from photo_imports where id = any ($1::uuid[]) and state not in ('done', 'undoing', 'undone', 'failed')`, [ids]);
