import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';

/** How many were found. The server counts up to a limit. */
export function countWords({ total, total_is_capped }: { total: number; total_is_capped?: boolean | undefined }): string {
  if (total === 0) return sentences.noPhotosFound;
  if (total_is_capped) return `More than ${limits.foundPhotos.toLocaleString('en')} photos`;
  return total === 1 ? '1 photo' : `${total.toLocaleString('en')} photos`;
}
