import type { JoiningMode } from '@mbari/contract/identity/joining';
import * as words from '@mbari/words/joining';

export const modeWords: Readonly<Record<JoiningMode, string>> = {
  open: words.open,
  invitation: words.invitation,
  approval: words.approval,
  closed: words.closed,
};
