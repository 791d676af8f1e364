import { archivePhoto, unarchivePhoto } from '@mbari/contract/photos/archive';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/archived-posts';
import type { QueryClient } from '@tanstack/react-query';
import { postArchived } from '~/platform/lib/cache-events/photos.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { handleDeletedPost } from './handle-deleted-post.ts';

/** Archives a post, or returns it to its old place. */
export const toggleArchived = (client: QueryClient, { id, is_archived: wasArchived }: Photo): Promise<void> =>
  asOnePress(`archive ${id}`, async () => {
    try {
      await call(wasArchived ? unarchivePhoto : archivePhoto, { params: { id } });
    } catch (error) {
      handleDeletedPost(client, id, error);
      toast.error(errorMessage(error, words.failed));
      return;
    }
    postArchived(client, id, !wasArchived);
    toast.success(wasArchived ? words.isBack : words.isArchived);
  });
