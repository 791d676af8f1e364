import * as sentences from '@mbari/contract/sentences';
import { CallRefused } from '~/lib/call.ts';

/** The server's sentence, else the first credentials error, else the house's own; another for what was no answer, or broke. */
export function loginRefusal(error: unknown): string {
  if (!(error instanceof CallRefused) || error.code === 'internal') return sentences.loginFailed;
  return error.said || error.errors['credentials']?.[0] || sentences.invalidCredentials;
}
