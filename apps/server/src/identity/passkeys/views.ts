import type { Passkey } from '@mbari/contract/identity/passkeys';
import type { KeptPasskey } from './queries.ts';

export const viewPasskey = ({ id, name, created_at, used_at, is_synced }: KeptPasskey): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  is_synced,
});
