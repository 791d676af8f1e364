import type { Scope } from '@mbari/contract/platform/endpoint';
import * as words from '@mbari/words/app-consent';

export const scopeWords: Readonly<Record<Scope, { name: string; hint: string }>> = {
  'read': { name: words.read, hint: words.readHint },
  'write:photos': { name: words.writePhotos, hint: words.writePhotosHint },
  'write:social': { name: words.writeSocial, hint: words.writeSocialHint },
  'write:forum': { name: words.writeForum, hint: words.writeForumHint },
  'admin:read': { name: words.adminRead, hint: words.adminReadHint },
};
