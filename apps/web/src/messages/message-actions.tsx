import { type Message, type Reaction, takeBackMessage } from '@mbari/contract/messages/messages';
import { report as reportWord } from '@mbari/words/message-requests';
import * as words from '@mbari/words/messages';
import { Copy, Ellipsis, Flag, Pencil, Reply, SmilePlus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { copyText } from '~/platform/lib/copy-text.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';
import { Menu, type MenuItem } from '~/platform/ui/menu.tsx';
import type { MessageCallbacks } from './message-item.tsx';
import { reactionItems } from './reactions.tsx';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface MessageActionsProps extends Pick<MessageCallbacks, 'onReply' | 'onEdit' | 'onChanged'> {
  message: Message;
  mayWrite: boolean;
  onReact: (reaction: Reaction) => void;
}

/** Visible while the pointer or the focus is on the message. */
export function MessageActions({ message, mayWrite, onReply, onEdit, onChanged, onReact }: MessageActionsProps) {
  const { viewer, body } = message;
  const [isAsking, setAsking] = useState(false);
  const report = useLazyDialog(async () => (await import('./details/report-message.tsx')).ReportMessage);
  const items: (MenuItem | false)[] = [
    viewer.may_edit && { label: words.edit, icon: <Pencil {...icon} />, onChoose: () => onEdit(message) },
    body !== '' && { label: words.copyText, icon: <Copy {...icon} />, onChoose: () => void copyText(body) },
    viewer.may_report && { label: reportWord, icon: <Flag {...icon} />, onChoose: report.open },
    viewer.may_take_back && { label: words.takeBack, icon: <Undo2 {...icon} />, danger: true, onChoose: () => setAsking(true) },
  ];
  const shown = items.filter((item) => item !== false);
  return (
    <>
      <div className="message-actions">
        {mayWrite && (
          <>
            <Menu label={words.react} icon={<SmilePlus {...icon} />} items={reactionItems(onReact)} className="message-react" />
            <IconButton label={words.reply} className="message-reply" onClick={() => onReply(message)}>
              <Reply {...icon} />
            </IconButton>
          </>
        )}
        {shown.length > 0 && <Menu label={words.more} icon={<Ellipsis {...icon} />} items={shown} />}
      </div>
      {report.Dialog && <report.Dialog message={message} onClose={report.close} />}
      {isAsking && <TakeBackDialog message={message} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </>
  );
}

interface TakeBackDialogProps extends Pick<MessageCallbacks, 'onChanged'> {
  message: Message;
  onClose: () => void;
}

function TakeBackDialog({ message, onChanged, onClose }: TakeBackDialogProps) {
  const { busy, run } = useAction(async () => {
    await call(takeBackMessage, { params: { id: message.id } });
    // The server's version of the message arrives with the next changes.
    onChanged({ ...message, body: '', images: [], shared: null, warning: null, reactions: [], is_taken_back: true });
    onClose();
  }, words.takeBackFailed);
  return (
    <ConfirmDialog
      title={words.takeBackTitle}
      question={words.takeBackQuestion}
      action={words.takeBack}
      busy={busy && words.takeBack}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}
