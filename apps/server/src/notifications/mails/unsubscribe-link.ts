import type { Context } from '../../platform/context.ts';

type Signing = Pick<Context, 'secrets' | 'config'>;

const purpose = 'unsubscribe';

/** Works without sign-in and never expires, because mail clients show it as long as the mail exists. */
export const unsubscribeLink = ({ secrets, config }: Signing, memberId: string): string =>
  new URL(`/unsubscribe/${memberId}/${secrets.sign(purpose, memberId)}`, config.publicUrl).href;

export const isUnsubscribeLink = ({ secrets }: Pick<Signing, 'secrets'>, memberId: string, signature: string): boolean =>
  secrets.isSigned(purpose, memberId, signature);
