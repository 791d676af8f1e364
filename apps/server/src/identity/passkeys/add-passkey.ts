import * as limits from '@mbari/contract/limits';
import type { Passkey } from '@mbari/contract/shapes/passkeys';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { withinSession } from '../sign-in/require-session.ts';
import { type BrowserResponse, takeChallenge } from './challenges.ts';
import { checkMade } from './check-response.ts';
import { addPasskey as addKeptPasskey, listCredentials } from './queries.ts';
import { tooManyPasskeys } from './start-passkey.ts';
import { viewPasskey } from './views.ts';

export async function addPasskey(context: Context, member: Viewer, name: string, response: BrowserResponse): Promise<Passkey> {
  const challenge = await takeChallenge(context, response, member.id);
  const made = challenge === null ? null : await checkMade(context.config, response, challenge);
  if (made === null) throw invalid({ response: ['passkeyUnchecked'] });
  return withinSession(context, member, async (tx) => {
    if ((await listCredentials(tx, member.id)).length >= limits.passkeys) throw tooManyPasskeys();
    const kept = await addKeptPasskey(tx, { ...made, id: newId(), member_id: member.id, name });
    if (!kept) throw new Refusal('conflict', 'passkeyTaken');
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'passkey_added', detail: name });
    return viewPasskey(kept);
  });
}
