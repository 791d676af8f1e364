import * as words from '@mbari/words/ui';
import { toast } from './toast.ts';

/** Copies text. Browsers have no clipboard API on plain http, so this falls back to `execCommand`. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

function copyOldWay(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

export async function copyLink(address: string): Promise<void> {
  if (await copyText(address)) toast.success(words.linkCopied);
  else toast.error(words.linkCopyFailed);
}
