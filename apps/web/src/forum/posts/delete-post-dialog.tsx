import { deleteForumPost, type ForumPost } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/forum-posts';
import { deleting } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { forumPostDeleted } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { ignoreNotFound } from '~/platform/lib/use-action.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

/** A placeholder stays until the viewer leaves the topic. */
export function DeletePostDialog({ post, onClose }: { post: ForumPost; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={words.deleteTitle}
      question={words.deleteQuestion}
      action={words.deletePost}
      busy={deleting}
      failed={words.deleteFailed}
      act={async () => {
        await ignoreNotFound(call(deleteForumPost, { params: { id: post.topic_id, postId: post.id } }));
        forumPostDeleted(client, post);
      }}
      onClose={onClose}
    />
  );
}
