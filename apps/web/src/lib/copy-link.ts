import { copyText } from './copy-text.ts';
import { toast } from './toast.ts';

/** Copies the address of a page, and says so. */
export async function copyLink(address: string): Promise<void> {
  if (await copyText(address)) toast.success('Link copied');
  else toast.error('The link could not be copied. It stands in the address bar.');
}
