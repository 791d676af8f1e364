import { deliver } from '../adapters/mailer.ts';
import type { Context } from '../context.ts';
import { unauthenticated } from '../http/viewer.ts';
import { newId } from '../ids.ts';
import { offeredLocale } from '../languages.ts';
import { composeMail, mailSite } from './mail-layout.ts';
import { findRecipient } from './queries.ts';

interface TestMail {
  is_sent: boolean;
  to: string;
  /** Answer of the mail server word for word, or the file without one. */
  answer: string;
}

/** Sends a test mail to the member now, instead of by a job, and returns the answer. */
export async function sendTestMail(context: Context, memberId: string): Promise<TestMail> {
  const { db, config, limits, site } = context;
  const recipient = await findRecipient(db, memberId);
  if (!recipient) throw unauthenticated();
  const { id, name, email: to, locale } = recipient;
  await limits.spend('mail by address', to);
  const { languages, ...community } = await site.read();
  const link = new URL('/admin/system', config.publicUrl).href;
  const content = composeMail(
    mailSite(config, community),
    { kind: 'test', name, link },
    offeredLocale(languages, locale) ?? languages.default,
  );
  try {
    const answer = await deliver(config, { id: newId(), to: { name, address: to }, memberId: id, site: community.name, ...content });
    return { is_sent: true, to, answer };
  } catch (error) {
    return { is_sent: false, to, answer: (error as Error).message };
  }
}
