import * as sentences from '@mbari/words/sentences';
import { CallRefused } from '~/platform/lib/call.ts';

/** Returns the server's message or, without one, its `credentials` error. Falls back to a general sentence. */
export function loginRefusal(error: unknown): string {
  if (!(error instanceof CallRefused) || error.code === 'internal') return sentences.loginFailed;
  const message = error.serverMessage || error.errors['credentials']?.[0];
  return message || (error.status < 500 ? sentences.invalidCredentials : sentences.loginFailed);
}
