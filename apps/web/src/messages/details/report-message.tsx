import { listMessages, type Message } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/report-message';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { messagesAroundKey } from '~/platform/lib/query-keys.ts';
import { happened } from '~/platform/ui/happened-time.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { ReportDialog } from '~/platform/ui/report-dialog.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { lineOf, nameOf } from '../conversation-words.ts';
import './report-message.css';

const most = limits.reportedMessages;

interface ReportMessageProps {
  message: Message;
  onClose: () => void;
}

/** Report of a message with the messages around it that the viewer chooses. Organisers see no others. */
export function ReportMessage({ message, onClose }: ReportMessageProps) {
  const { id, conversation_id: conversation, number } = message;
  const hint = useId();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, isPending } = useQuery({
    queryKey: messagesAroundKey(id),
    queryFn: async ({ signal }) =>
      (await call(listMessages, { params: { id: conversation }, query: { around: `${number}`, per_page: `${2 * most + 1}` }, signal }))
        .data,
    staleTime: 0,
    gcTime: 0,
  });
  const around = data?.filter((one) => one.id !== id && one.notice === null && !one.is_taken_back) ?? [];
  const subject = { type: 'message', id } as const;
  return (
    <ReportDialog subject={subject} messageIds={chosen} onClose={onClose}>
      <p className="text-ink-quiet">{words.seen}</p>
      <div>
        <h3 className="mb-1 text-t15 font-semibold">{words.reported}</h3>
        <blockquote className="reported-message">
          <MessageLines message={message} />
        </blockquote>
      </div>
      {isPending ? (
        <Spinner />
      ) : (
        around.length > 0 && (
          <fieldset aria-describedby={hint}>
            <legend className="text-t15 font-semibold">
              <Phrase parts={words.around({ most, quiet: (text) => <span className="font-normal text-ink-meta">{text}</span> })} />
            </legend>
            <p id={hint} className="mb-1 text-t15 text-ink-meta">
              {words.aroundHint} <span role="status">{chosen.length > 0 && words.chosen({ count: chosen.length })}</span>
            </p>
            <ul className="report-around">
              {around.map((one) => (
                <li key={one.id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen.includes(one.id)}
                      disabled={chosen.length >= most && !chosen.includes(one.id)}
                      onChange={({ target }) =>
                        setChosen(target.checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id))
                      }
                    />
                    <span className="min-w-0">
                      <MessageLines message={one} />
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )
      )}
    </ReportDialog>
  );
}

function MessageLines({ message }: { message: Message }) {
  return (
    <>
      <span className="block text-t15 text-ink-meta">
        <bdi>{message.is_own ? words.you : nameOf(message.author)}</bdi> · {happened(message.created_at)}
      </span>
      <span className="report-around-text" dir="auto">
        {lineOf(message)}
      </span>
    </>
  );
}
