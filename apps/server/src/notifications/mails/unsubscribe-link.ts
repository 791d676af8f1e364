import type { Context } from '../../platform/context.ts';

type Signing = Pick<Context, 'secrets' | 'config'>;

const purpose = 'unsubscribe';

/** Ends the mails of a member without signing in. It stays good: mail programs offer it for as long as they keep the mail. */
export const unsubscribeLink = ({ secrets, config }: Signing, memberId: string): string =>
  new URL(`/unsubscribe/${memberId}/${secrets.sign(purpose, memberId)}`, config.publicUrl).href;

export const isUnsubscribeLink = ({ secrets }: Pick<Signing, 'secrets'>, memberId: string, signature: string): boolean =>
  secrets.isSigned(purpose, memberId, signature);
