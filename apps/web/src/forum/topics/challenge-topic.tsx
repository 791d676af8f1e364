import { type Challenge, updateChallenge } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenges';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { challengeChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button, buttonClass } from '~/platform/ui/button.tsx';

/** The forum topic about the challenge. Organisers can open one where there is none. */
export function ChallengeTopic({ challenge: { id, title, topic, version, viewer } }: { challenge: Challenge }) {
  const client = useQueryClient();
  const start = useLazyDialog(async () => (await import('./start-topic.tsx')).StartTopic);
  if (topic)
    return (
      <Link
        to="/forum/t/$id/{-$slug}/{-$number}"
        params={{ id: topic.id, slug: topic.slug }}
        className={buttonClass({ kind: 'quiet', className: 'gap-s2' })}
      >
        <MessagesSquare size={18} strokeWidth={1.6} aria-hidden="true" />
        {words.discuss({ count: topic.posts_count })}
      </Link>
    );
  if (!viewer.may_edit) return null;
  return (
    <>
      <Button kind="quiet" onClick={start.open}>
        {words.openTopic}
      </Button>
      {start.Dialog && (
        <start.Dialog
          about={id}
          action={words.openTopic}
          failed={words.topicFailed}
          title={words.topicTitle({ title })}
          body={words.topicWelcome({ title, url: `${location.origin}/challenges/${id}` })}
          onCreated={async (topic_id) =>
            challengeChanged(client, (await call(updateChallenge, { params: { id }, body: { topic_id, version } })).data)
          }
          onClose={start.close}
        />
      )}
    </>
  );
}
