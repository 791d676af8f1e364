import type { JoiningMode } from '@mbari/contract/joining-modes';
import * as words from '@mbari/words/joining';

/** Who may open an account, in words. */
export const modeWords: Readonly<Record<JoiningMode, string>> = {
  open: words.open,
  invitation: words.invitation,
  approval: words.approval,
  closed: words.closed,
};
