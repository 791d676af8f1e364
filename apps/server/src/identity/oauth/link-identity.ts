import type { Identity } from '../../platform/adapters/identity-provider.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { requireSession } from '../sign-in/sessions.ts';
import { applyGrants } from './apply-grants.ts';
import { insertIdentity, updateIdentityUse } from './queries.ts';
import { SignInRejected } from './sign-in-failures.ts';

/** Connects an identity with the account of a member who is still signed in. Throws SignInRejected if another member has the identity. */
export const linkIdentity = (
  context: Context,
  identity: Identity,
  owner: Pick<Viewer, 'id' | 'session_id'>,
  provider: string,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    await requireSession(tx, owner);
    const isNew = (await insertIdentity(tx, { ...identity, member_id: owner.id })) === 1;
    const linked = await updateIdentityUse(tx, identity);
    if (linked?.member_id !== owner.id) throw new SignInRejected('taken');
    if (isNew) await queueMail(tx, { kind: 'notice', member_id: owner.id, notice: 'identity_linked', detail: provider });
    await applyGrants(context, tx, { id: owner.id, grants: linked }, identity, provider);
  });
