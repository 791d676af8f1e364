import { updatePlanInForce } from '../../people/plans/grant-plan.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { viewProvider } from '../sign-in/read-security.ts';
import { withinSession } from '../sign-in/sessions.ts';
import { applyGrants } from './apply-grants.ts';
import type { PendingLink } from './oauth-cookie.ts';
import { deleteIdentity, hasIdentity, insertIdentity, updateIdentityUse } from './queries.ts';

/**
 * Connects the identity with which a browser returned. The cookie alone would not do: another member may use the browser by now, and would
 * connect their own account at the provider with the account of the member who started. Throws `invalid_oauth_token`, `conflict`.
 */
export async function linkIdentity(context: Context, member: Viewer, link: PendingLink | null): Promise<void> {
  if (link?.owner.id !== member.id || link.owner.session_id !== member.session_id) throw new Refusal('invalid_oauth_token', 'oauthLost');
  const { answer, provider } = link;
  if ('failure' in answer) throw new Refusal('invalid_oauth_token', answer.failure);
  await withinSession(context, member, async (tx) => {
    const isNew = (await insertIdentity(tx, { ...answer, member_id: member.id })) === 1;
    const linked = await updateIdentityUse(tx, answer);
    if (linked?.member_id !== member.id) throw new Refusal('conflict', 'oauthTaken');
    if (isNew) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'identity_linked', detail: provider });
    await applyGrants(context, tx, { id: member.id, grants: linked }, answer, provider);
  });
}

/** Disconnects an identity, and takes back the role and plan that its groups gave. Throws `not_found`, and `conflict` for the only way to sign in. */
export async function unlinkIdentity(context: Context, member: Viewer, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  // Providers name themselves with or without a slash at the end.
  const issuers = context.config.providers.flatMap(({ issuer: { href } }) => [href, href.replace(/\/$/, '')]);
  await withinSession(context, member, async (tx) => {
    const deleted = await deleteIdentity(tx, member.id, id, issuers);
    if (!deleted) throw (await hasIdentity(tx, member.id, id)) ? new Refusal('conflict', 'onlyWayToSignIn') : notFound();
    const { name } = viewProvider(context.config, deleted.issuer);
    await applyGrants(context, tx, { id: member.id, grants: deleted }, { ...deleted, role: null, plan: null }, name);
    // `applyGrants` skips admins who must confirm their role.
    if (deleted.granted_plan !== null) await updatePlanInForce(tx, member.id);
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'identity_unlinked', detail: name });
  });
}
