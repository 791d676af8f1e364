import { savePhoto, unsavePhoto } from '@mbari/contract/saved-posts';
import type { Photo } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/photos';
import { useQueryClient } from '@tanstack/react-query';
import { noticeGone } from '~/photos/posts/notice-gone.ts';
import { savedChanged, savedPostsChanged } from '~/platform/lib/cache-events/responses.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';

/** Toggles the viewer's save optimistically in every cached list. Reverts it if the server refuses. */
export function useSavePhoto(photo: Photo): { toggle: () => void } {
  const client = useQueryClient();
  const { id, is_saved: isSaved } = photo;
  return useToggle({
    key: `save ${id}`,
    on: isSaved,
    show: (on) => savedChanged(client, id, on),
    send: async (on) => {
      await call(on ? savePhoto : unsavePhoto, { params: { id } });
      savedPostsChanged(client);
    },
    onRefused: (error) => {
      noticeGone(client, id, error);
      toast.error(errorMessage(error, isSaved ? words.unsaveFailed : words.saveFailed));
    },
  });
}
