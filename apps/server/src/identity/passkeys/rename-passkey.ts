import type { Passkey } from '@mbari/contract/shapes/passkeys';
import type { Context } from '../../platform/context.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { renamePasskey as renameKeptPasskey } from './queries.ts';
import { viewPasskey } from './views.ts';

export async function renamePasskey({ db }: Context, member: { id: string }, id: string, name: string): Promise<Passkey> {
  const renamed = isId(id) ? await renameKeptPasskey(db, member.id, id, name) : undefined;
  if (!renamed) throw notFound();
  return viewPasskey(renamed);
}
