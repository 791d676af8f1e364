import { answerRequest, type Conversation } from '@mbari/contract/messages/conversations';
import * as words from '@mbari/words/message-requests';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { conversationGone, conversationOutdated } from '../message-queries.ts';

/** Takes the composer's place until the viewer answers the request. */
export function RequestBar({ conversation }: { conversation: Conversation }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const message = useLazyDialog(async () => (await import('./report-message.tsx')).ReportMessage);
  const member = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const { id, is_group: isGroup, last_message: last, members } = conversation;
  const sender = members.find(({ is_viewer: isViewer, is_asked: isAsked }) => !isViewer && !isAsked)?.user;
  const reported = sender && ({ type: 'user', id: sender.id } as const);
  const answer = useAction(async (accept: boolean) => {
    await call(answerRequest, { params: { id }, body: { accept } });
    if (accept) conversationOutdated(client, id);
    else {
      await navigate({ to: '/messages', replace: true });
      conversationGone(client, id);
    }
    toast.success(accept ? words.accepted : words.declined);
  }, words.failed);
  const names = { name: sender?.name ?? words.someone, b: (name: string) => <b dir="auto">{name}</b> };
  return (
    <section className="request-bar" aria-label={words.label} aria-busy={answer.busy}>
      <p>
        <Phrase parts={isGroup ? words.asksGroup(names) : words.asks(names)} />
      </p>
      <p className="text-t15 text-ink-meta">{words.hint}</p>
      <div className="mt-s2 flex flex-wrap gap-s2">
        <Button aria-disabled={answer.busy} onClick={() => void answer.run(true)}>
          {words.accept}
        </Button>
        <Button kind="quiet" aria-disabled={answer.busy} onClick={() => void answer.run(false)}>
          {words.decline}
        </Button>
        {last?.viewer.may_report ? (
          <Button kind="text" onClick={message.open}>
            {words.report}
          </Button>
        ) : (
          sender && (
            <Button kind="text" onClick={member.open}>
              {words.report}
            </Button>
          )
        )}
      </div>
      {message.Dialog && last && <message.Dialog message={last} onClose={message.close} />}
      {member.Dialog && reported && <member.Dialog subject={reported} onClose={member.close} />}
    </section>
  );
}
