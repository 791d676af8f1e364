import { appealDecision } from '@mbari/contract/moderation/appeals';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/appeals';
import { useQueryClient } from '@tanstack/react-query';
import { decisionAppealed } from '~/platform/lib/cache-events/appeals.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';

export function AppealForm({ id }: { id: string }) {
  const client = useQueryClient();
  const { onSubmit, busy, errors } = useForm({
    check: ({ body = '' }) => ({ ...(body.trim() === '' && { body: [words.bodyNeeded] }) }),
    send: async ({ body = '' }) => {
      await call(appealDecision, { params: { id }, body: { body: body.trim() } });
      toast.success(words.sent);
      await decisionAppealed(client, id);
    },
    onFailure: (error) => {
      toast.error(errorMessage(error, words.failed));
      void decisionAppealed(client, id);
    },
  });
  return (
    <form className="grid gap-s3" noValidate onSubmit={onSubmit} aria-label={words.appeal}>
      <h2 className="text-t20 font-semibold">{words.appeal}</h2>
      <p className="text-ink-quiet">{words.appealHint({ days: limits.appealDays })}</p>
      <TextArea name="body" rows={4} label={words.body} maxLength={limits.appeal} error={errors['body']} />
      <Button type="submit" className="justify-self-start" busy={busy && words.sending}>
        {words.send}
      </Button>
    </form>
  );
}
