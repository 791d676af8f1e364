import * as words from '@mbari/words/ui';
import { copyText } from './copy-text.ts';
import { toast } from './toast.ts';

/** Copies a page's address and shows a toast. */
export async function copyLink(address: string): Promise<void> {
  if (await copyText(address)) toast.success(words.linkCopied);
  else toast.error(words.linkCopyFailed);
}
