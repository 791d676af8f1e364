import { closePoll } from '@mbari/contract/forum/polls';
import * as words from '@mbari/words/forum-polls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pollChanged } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import type { PostOfPoll } from './post-of-poll.ts';

export function ClosePollButton({ post }: { post: PostOfPoll }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button kind="text" onClick={() => setConfirming(true)}>
        {words.closePoll}
      </Button>
      {isConfirming && (
        <ConfirmAction
          title={words.closeTitle}
          question={words.closeQuestion}
          action={words.closePoll}
          busy={words.closing}
          failed={words.closeFailed}
          act={async () => pollChanged(client, post, (await call(closePoll, { params: { id: post.topic_id, postId: post.id } })).data)}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
