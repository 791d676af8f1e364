import * as limits from '@mbari/contract/limits';
import * as words from '@mbari/words/photo-search';
import * as sentences from '@mbari/words/sentences';

/** Number of results, which the server caps. */
export function countWords({ total, total_is_capped }: { total: number; total_is_capped?: boolean | undefined }): string {
  if (total === 0) return sentences.noPhotosFound;
  if (total_is_capped) return words.foundMore({ count: limits.foundPhotos });
  return words.found({ count: total });
}
