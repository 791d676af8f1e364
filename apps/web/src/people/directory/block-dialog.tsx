import * as words from '@mbari/words/blocks';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { block } from './block-and-mute.ts';

interface BlockDialogProps {
  member: { id: string; name: string };
  onBlocked?: (() => void) | undefined;
  onClose: () => void;
}

export function BlockDialog({ member: { id, name }, onBlocked, onClose }: BlockDialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={words.block}
      question={words.blockQuestion({ name })}
      action={words.block}
      busy={words.blocking}
      failed={words.blockFailed}
      done={words.blocked({ name })}
      act={async () => {
        await block(client, id);
        onBlocked?.();
      }}
      onClose={onClose}
    />
  );
}
