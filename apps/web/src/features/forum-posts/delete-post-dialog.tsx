import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import * as words from '@mbari/words/forum-posts';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import { useDeletePost } from './use-delete-post.ts';

/** Asks before a post is deleted. */
export function DeletePostDialog({ post, onClose }: { post: ForumPost; onClose: () => void }) {
  const deletion = useDeletePost(post);
  return (
    <ConfirmDialog
      title={words.deleteTitle}
      question={words.deleteQuestion}
      action={words.deletePost}
      busy={deletion.busy && words.deleting}
      onConfirm={() => void deletion.send().finally(onClose)}
      onClose={onClose}
    />
  );
}
