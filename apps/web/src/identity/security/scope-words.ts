import type { Scope } from '@mbari/contract/platform/endpoint';
import * as words from '@mbari/words/api-tokens';

/** Name of each scope, and a sentence about it. */
export const scopeWords: Record<Scope, { label: string; hint: string }> = {
  read: { label: words.read, hint: words.readHint },
  'write:photos': { label: words.writePhotos, hint: words.writePhotosHint },
  'write:social': { label: words.writeSocial, hint: words.writeSocialHint },
  'write:forum': { label: words.writeForum, hint: words.writeForumHint },
  'admin:read': { label: words.adminRead, hint: words.adminReadHint },
};
