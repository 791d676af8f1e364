import { pinTopic } from '@mbari/contract/forum/moderation';
import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-moderation';
import { useQueryClient } from '@tanstack/react-query';
import { topicModerated } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

export function PinDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, errors, onSubmit } = useForm<{ until?: string }>({
    send: async ({ until }) => {
      await call(pinTopic, { params: { id: topic.id }, body: { until: endOf(until) } });
      await topicModerated(client, topic.id);
      onClose();
    },
    done: words.pinned,
    failed: words.actionFailed,
  });
  return (
    <FormDialog
      title={words.pinTitle}
      hint={words.pinHint}
      action={words.pinButton}
      busy={busy && words.pinning}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField type="date" name="until" label={words.pinUntil} hint={words.pinUntilHint} error={errors['until']} min={today()} />
    </FormDialog>
  );
}

/** Returns the end of a day in the organiser's time zone. */
const endOf = (day: string | undefined): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null);

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
