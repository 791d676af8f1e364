import { bytes, nullable, table, text, texts, time, uuid } from '../platform/db/table.ts';

// migrations/0001_schema.sql documents each column.

export const clientApps = table('client_apps', {
  id: uuid,
  secret_hash: bytes,
  name: text,
  website: nullable(text),
  redirect_uris: texts,
  scopes: texts,
  created_at: time,
});

export const clientAppCodes = table('client_app_codes', {
  code_hash: bytes,
  app_id: uuid,
  session_id: uuid,
  redirect_uri: text,
  scopes: texts,
  code_challenge: nullable(text),
  token_id: nullable(uuid),
  expires_at: time,
});

export const pendingMedia = table('pending_media', {
  image_id: uuid,
  member_id: uuid,
  description: text,
  created_at: time,
});
