import { closePoll } from '@mbari/contract/forum-polls';
import * as words from '@mbari/words/forum-polls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pollChanged } from '~/lib/cache-events/forum.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import type { PostOfPoll } from './post-of-poll.ts';

export function ClosePollButton({ post }: { post: PostOfPoll }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const close = async (): Promise<void> => {
    setBusy(true);
    try {
      pollChanged(client, post, (await call(closePoll, { params: { id: post.topic_id, postId: post.id } })).data);
    } catch (error) {
      toast.error(wordsOf(error, words.closeFailed));
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button kind="text" onClick={() => setAsking(true)}>
        {words.closePoll}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.closeTitle}
          question={words.closeQuestion}
          action={words.closePoll}
          busy={busy && words.closing}
          onConfirm={() => void close()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
