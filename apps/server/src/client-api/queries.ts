import type { Statements } from '../platform/db/database.ts';
import type { NewRow, Row } from '../platform/db/table.ts';
import { clientAppCodes, clientApps, pendingMedia } from './table.ts';

const newApp = clientApps.pick('id', 'secret_hash', 'name', 'website', 'redirect_uris', 'scopes');

export const insertApp = (db: Statements, app: NewRow<typeof newApp>): Promise<number> =>
  db.run(`insert into client_apps (${newApp.names}) select ${newApp.of('n')} from ${newApp.from('$1')} n`, [newApp.record(app)]);

export type AppRow = Row<typeof newApp>;

export const findApp = (db: Statements, id: string): Promise<AppRow | undefined> =>
  db.row(`select ${newApp.of('a')} from client_apps a where a.id = $1`, [id]);

export const findAppOfToken = (db: Statements, tokenId: string): Promise<AppRow | undefined> =>
  db.row(`select ${newApp.of('a')} from api_tokens t join client_apps a on a.id = t.client_app_id where t.id = $1`, [tokenId]);

/** Deletes 500 apps that nobody has signed in to for a day. */
export const deleteUnusedApps = (db: Statements): Promise<number> =>
  db.run(
    `delete from client_apps where id in (
       select a.id from client_apps a
        where a.created_at < now() - interval '1 day' and not exists (select from api_tokens t where t.client_app_id = a.id)
          and not exists (select from client_app_codes c where c.app_id = a.id and c.expires_at > now())
        order by a.created_at limit 500)`,
  );

const newCode = clientAppCodes.pick('code_hash', 'app_id', 'session_id', 'redirect_uri', 'scopes', 'code_challenge');
export type CodeRow = Row<typeof newCode>;

export const insertCode = (db: Statements, code: NewRow<typeof newCode>): Promise<number> =>
  db.run(
    `insert into client_app_codes (${newCode.names}, expires_at) select ${newCode.of('n')}, now() + interval '10 minutes' from ${newCode.from('$1')} n`,
    [newCode.record(code)],
  );

/** Locks a code. Expired ones are not found. Locks the member's row first, like every change of sign-in methods, against deadlocks. */
export const lockCode = (tx: Statements, hash: Buffer): Promise<(CodeRow & { token_id: string | null; member_id: string }) | undefined> =>
  tx.row(
    `with owner as materialized (
       select m.id from members m
        where m.id = (select s.member_id from client_app_codes c join sessions s on s.id = c.session_id where c.code_hash = $1) for no key update)
     select ${newCode.of('c')}, c.token_id, owner.id as member_id
       from owner join client_app_codes c on c.code_hash = $1 and c.expires_at > now() for update of c`,
    [hash],
  );

export const setTokenOfCode = (tx: Statements, hash: Buffer, tokenId: string): Promise<number> =>
  tx.run('update client_app_codes set token_id = $2 where code_hash = $1', [hash, tokenId]);

export const deleteExpiredCodes = (db: Statements): Promise<number> => db.run('delete from client_app_codes where expires_at <= now()');

const newMedia = pendingMedia.pick('image_id', 'member_id', 'description');

export const insertMedia = (tx: Statements, media: NewRow<typeof newMedia>): Promise<number> =>
  tx.run(`insert into pending_media (${newMedia.names}) select ${newMedia.of('n')} from ${newMedia.from('$1')} n`, [
    newMedia.record(media),
  ]);

export interface MediaRow {
  id: string;
  width: number;
  height: number;
  color: string;
  thumbhash: Buffer;
  widths: number[];
  avif_widths: number[];
  webp_bytes: number[];
  alt: string;
}

/** Lists a member's images that are not posted yet, in no order. */
export const listMedia = (db: Statements, memberId: string, ids: readonly string[]): Promise<MediaRow[]> =>
  db.rows(
    `select i.id, i.width, i.height, i.color, i.thumbhash, i.widths, i.avif_widths, i.webp_bytes, pm.description as alt
       from pending_media pm join images i on i.id = pm.image_id and i.deleted_at is null
      where pm.member_id = $1 and pm.image_id = any($2::uuid[])`,
    [memberId, ids],
  );

export const setDescription = (db: Statements, memberId: string, id: string, description: string): Promise<number> =>
  db.run('update pending_media set description = $3 where member_id = $1 and image_id = $2', [memberId, id, description]);

/** Returns how many of these images the member had. They belong to a post now. */
export const takeMedia = (tx: Statements, memberId: string, ids: readonly string[]): Promise<number> =>
  tx.run('delete from pending_media where member_id = $1 and image_id = any($2::uuid[])', [memberId, ids]);

/** Deletes 100 rows of images that were not posted within a day. */
export const deleteOldMedia = (tx: Statements): Promise<{ image_id: string }[]> =>
  tx.rows(
    `with old as materialized (
            select image_id from pending_media where created_at < now() - interval '24 hours' order by created_at limit 100 for update skip locked)
     delete from pending_media pm using old where pm.image_id = old.image_id returning pm.image_id`,
  );
