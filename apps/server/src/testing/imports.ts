import * as limits from '@mbari/contract/platform/limits';
import { expect } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { newId } from '../platform/ids.ts';
import type { TestApp, TestMember } from './app.ts';

export interface ImportedFile {
  name: string;
  bytes: Buffer;
}

/** Creates an import without its files. */
export async function addTestImport(app: TestApp, { token }: TestMember, source: string, files: readonly ImportedFile[]): Promise<string> {
  const json = { source, files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })) };
  const answer = await app.call('POST', '/imports', { token, json });
  expect(answer.text).toContain('"receiving"');
  return answer.json.data.id;
}

/** Returns the form of the part of a file that begins at `offset`. */
export function partForm(bytes: Buffer, offset: number): FormData {
  const form = new FormData();
  form.append('offset', String(offset));
  form.append('part', new Blob([new Uint8Array(bytes.subarray(offset, offset + limits.importPartBytes))]), 'part');
  return form;
}

/** Uploads archives and lets the job read them. Returns the import's id. */
export async function uploadImport(app: TestApp, member: TestMember, source: string, files: readonly ImportedFile[]): Promise<string> {
  const id = await addTestImport(app, member, source, files);
  for (const [n, { bytes }] of files.entries())
    for (let offset = 0; offset < bytes.length; offset += limits.importPartBytes) {
      const form = partForm(bytes, offset);
      expect((await app.call('PUT', `/imports/${id}/files/${n}`, { token: member.token, form })).status).toBe(200);
    }
  await runJobs(app.context);
  return id;
}

export const readImport = async (app: TestApp, { token }: TestMember, id: string): Promise<any> =>
  (await app.call('GET', '/imports', { token })).json.data.find((one: { id: string }) => one.id === id);

export const listItems = async (app: TestApp, { token }: TestMember, id: string, query = ''): Promise<any[]> =>
  (await app.call('GET', `/imports/${id}/items?per_page=50${query}`, { token })).json.data;

/** Inserts an import with one file of four bytes and one post, in place of the member's other imports. */
export async function addImportRow({ db }: Pick<TestApp, 'db'>, { id: memberId }: { id: string }, state: string): Promise<string> {
  const id = newId();
  await db.run('delete from photo_imports where member_id = $1', [memberId]);
  await db.run(
    `insert into photo_imports (id, member_id, source, state, finished_at)
     values ($1, $2, 'instagram', $3, case when $3 in ('done', 'undoing', 'undone', 'failed') then now() end)`,
    [id, memberId, state],
  );
  await db.run(`insert into photo_import_files (import_id, position, name, bytes) values ($1, 0, 'a.zip', 4)`, [id]);
  await db.run(
    `insert into photo_import_items (import_id, position, external_id, title, description, media, albums, chosen)
     values ($1, 0, 'a', 'Masquerade', '', '[]', '{}', true)`,
    [id],
  );
  return id;
}
