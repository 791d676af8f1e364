import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { apiTokens } from '../table.ts';

const listed = apiTokens.pick('id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_place');

export type ListedApiToken = Row<typeof listed> & { last_used_on: string | null };

const columns = `${listed.names}, to_char(last_used_on, 'YYYY-MM-DD') as last_used_on`;

export const listApiTokens = (db: Statements, memberId: string) =>
  db.rows<ListedApiToken>(`select ${columns} from api_tokens where member_id = $1 order by id desc limit ${limits.apiTokens}`, [memberId]);

const newToken = apiTokens.pick('id', 'member_id', 'client_app_id', 'name', 'token_hash', 'scopes', 'expires_at');

/** Returns undefined if the member has the maximum of tokens, or may not sign in. The caller locks the member's row. */
export const insertApiToken = (tx: Statements, token: NewRow<typeof newToken>) =>
  tx.row<ListedApiToken>(
    `insert into api_tokens (${newToken.names}) select ${newToken.of('n')} from ${newToken.from('$1')} n
       join members m on m.id = n.member_id and m.is_live
      where (select count(*) from api_tokens t where t.member_id = n.member_id) < ${limits.apiTokens} returning ${columns}`,
    [newToken.record(token)],
  );

export const deleteApiToken = (db: Statements, memberId: string, id: string) =>
  db.run('delete from api_tokens where member_id = $1 and id = $2', [memberId, id]);

export const deleteTokenOfApp = (db: Statements, clientAppId: string, tokenHash: Buffer) =>
  db.run('delete from api_tokens where client_app_id = $1 and token_hash = $2', [clientAppId, tokenHash]);

export const deleteApiTokens = (tx: Statements, memberId: string) => tx.run('delete from api_tokens where member_id = $1', [memberId]);

export const deleteEndedApiTokens = (db: Statements) => db.run(`delete from api_tokens where expires_at <= now() - interval '30 days'`);
