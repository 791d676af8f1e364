import * as calls from '@mbari/contract/forum/moderation';
import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-moderation';
import { useQueryClient } from '@tanstack/react-query';
import { FolderInput, Gavel, Lock, LockOpen, Merge, Pin, PinOff, Split, Trash2 } from 'lucide-react';
import { topicModerated } from '~/platform/lib/cache-events/forum-moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Menu, type MenuItem } from '~/platform/ui/menu.tsx';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function OrganiserMenu({ topic, onSplit }: { topic: Topic; onSplit: () => void }) {
  const client = useQueryClient();
  const { run } = useAction(async (change: () => Promise<unknown>, message: string) => {
    await change();
    await topicModerated(client, topic.id);
    toast.success(message);
  }, words.actionFailed);
  const pin = useLazyDialog(async () => (await import('./pin-dialog.tsx')).PinDialog);
  const move = useLazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);
  const merge = useLazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);
  const deletion = useLazyDialog(async () => (await import('./delete-topic-dialog.tsx')).DeleteTopicDialog);
  const params = { id: topic.id };
  const send = (change: () => Promise<unknown>, message: string) => () => void run(change, message);
  const items: MenuItem[] = [
    topic.is_pinned
      ? { label: words.unpin, icon: <PinOff {...icon} />, onChoose: send(() => call(calls.unpinTopic, { params }), words.unpinned) }
      : { label: words.pin, icon: <Pin {...icon} />, onChoose: pin.open },
    topic.is_locked
      ? { label: words.unlock, icon: <LockOpen {...icon} />, onChoose: send(() => call(calls.unlockTopic, { params }), words.unlocked) }
      : { label: words.lock, icon: <Lock {...icon} />, onChoose: send(() => call(calls.lockTopic, { params }), words.locked) },
    { label: words.move, icon: <FolderInput {...icon} />, onChoose: move.open },
    { label: words.split, icon: <Split {...icon} />, onChoose: onSplit },
    { label: words.merge, icon: <Merge {...icon} />, onChoose: merge.open },
    { label: words.deleteTopic, icon: <Trash2 {...icon} />, danger: true, onChoose: deletion.open },
  ];
  return (
    <>
      <Menu label={words.organise} icon={<Gavel {...icon} />} items={items} />
      {pin.Dialog && <pin.Dialog topic={topic} onClose={pin.close} />}
      {move.Dialog && <move.Dialog topic={topic} onClose={move.close} />}
      {merge.Dialog && <merge.Dialog topic={topic} onClose={merge.close} />}
      {deletion.Dialog && <deletion.Dialog topic={topic} onClose={deletion.close} />}
    </>
  );
}
