import type { Passkey } from '@mbari/contract/identity/passkeys';
import type { PasskeyRow } from './queries.ts';

export const viewPasskey = ({ id, name, created_at, used_at, is_synced }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  is_synced,
});
