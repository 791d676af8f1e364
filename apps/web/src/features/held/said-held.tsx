import * as words from '@mbari/words/held';
import { CallRefused } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';

/** Whether what was sent waits for an organiser. Then it is said, with the way to see it. */
export function saidHeld(answer: unknown): boolean {
  if (!(answer instanceof CallRefused) || answer.code !== 'held') return false;
  toast.blank(
    <>
      {answer.message}{' '}
      <a className="link" href="/held">
        {words.see}
      </a>
    </>,
  );
  return true;
}
