import * as words from '@mbari/words/ui';
import { copyText } from './copy-text.ts';
import { toast } from './toast.ts';

export async function copyLink(address: string): Promise<void> {
  if (await copyText(address)) toast.success(words.linkCopied);
  else toast.error(words.linkCopyFailed);
}
