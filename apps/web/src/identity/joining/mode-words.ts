import type { JoiningMode } from '@mbari/contract/joining-modes';
import * as words from '@mbari/words/joining';

export const modeWords: Readonly<Record<JoiningMode, string>> = {
  open: words.open,
  invitation: words.invitation,
  approval: words.approval,
  closed: words.closed,
};
