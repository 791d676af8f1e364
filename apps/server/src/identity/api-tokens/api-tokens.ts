import type { Scope } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import { apiTokenPrefix } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { because, notFound, Refusal } from '../../platform/refusal.ts';
import { lockMember } from '../sign-in/queries.ts';
import { newSecret, secretHash } from '../sign-in/sessions.ts';
import { deleteApiToken, deleteApiTokens, deleteTokenOfApp, insertApiToken, type ListedApiToken } from './queries.ts';

export interface NewApiToken {
  memberId: string;
  name: string;
  scopes: Scope[];
  expiresAt: Date | null;
  /** The app of the client API that gets the token. */
  clientAppId?: string;
}

/** Creates a token, of which only the hash is stored, and mails the owner. Throws `conflict` if the member has the maximum. */
export async function createApiToken(
  tx: Statements,
  { memberId, name, scopes, expiresAt, clientAppId }: NewApiToken,
): Promise<{ token: string; row: ListedApiToken }> {
  const token = apiTokenPrefix + newSecret();
  await lockMember(tx, memberId);
  const row = await insertApiToken(tx, {
    id: newId(),
    member_id: memberId,
    client_app_id: clientAppId,
    name,
    scopes,
    expires_at: expiresAt,
    token_hash: secretHash(token),
  });
  if (!row) throw new Refusal('conflict', because('tooManyApiTokens', { most: limits.apiTokens }));
  await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'api_token_added', detail: name });
  return { token, row };
}

/** Ends a token of the member on every node. Throws `not_found`. */
export async function revokeApiToken(db: Statements, memberId: string, id: string): Promise<void> {
  if (!isId(id) || (await deleteApiToken(db, memberId, id)) === 0) throw notFound();
}

/** Ends a token that the app got. Does nothing for any other token. */
export const endTokenOfApp = (db: Statements, clientAppId: string, token: string): Promise<number> =>
  deleteTokenOfApp(db, clientAppId, secretHash(token));

/** Ends all tokens of a member. */
export const endApiTokens = (tx: Statements, memberId: string): Promise<number> => deleteApiTokens(tx, memberId);
