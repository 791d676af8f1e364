import { createWebhook, webhookEvents } from '@mbari/contract/community/webhooks';
import * as limits from '@mbari/contract/platform/limits';
import { saving } from '@mbari/words/ui';
import * as words from '@mbari/words/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmWithPassword } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethods } from '~/identity/security/security-queries.ts';
import { ShownOnceDialog, ShownSecret } from '~/identity/security/shown-once-dialog.tsx';
import { webhooksChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { FieldError, TextField } from '~/platform/ui/field.tsx';
import { eventWords } from './webhook-list.tsx';

/** Adds a webhook and shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const { data: security } = useQuery(signInMethods);
  if (secret !== undefined)
    return (
      <ShownOnceDialog title={words.secretTitle} hint={words.secretHint} kept={words.kept} keepFirst={words.keepFirst} onKept={onClose}>
        <ShownSecret name={words.secret} text={secret} copy={words.copy} />
      </ShownOnceDialog>
    );
  if (!security) return null;
  return (
    <ConfirmWithPassword
      title={words.add}
      owner={{ hasPassword: security.has_password, email: security.email }}
      action={words.add}
      busyWords={saving}
      onClose={onClose}
      renderFields={(errors) => (
        <>
          <TextField
            name="url"
            type="url"
            label={words.url}
            hint={words.urlHint}
            maxLength={limits.webhookUrl}
            required
            error={errors['url']}
          />
          <EventsField errors={errors['events']} />
        </>
      )}
      onConfirm={async (confirmed, fields) => {
        const events = webhookEvents.filter((event) => fields[event] !== undefined);
        const created = await call(createWebhook, { body: { url: (fields['url'] ?? '').trim(), events, ...confirmed } });
        setSecret(created.secret);
        await webhooksChanged(client);
      }}
    />
  );
}

function EventsField({ errors }: { errors: readonly string[] | undefined }) {
  return (
    <fieldset className="webhook-events">
      <legend className="mb-1 text-t15 font-semibold">{words.events}</legend>
      {webhookEvents.map((event) => (
        <label key={event}>
          <input type="checkbox" name={event} defaultChecked />
          {eventWords[event]}
        </label>
      ))}
      {errors?.map((text) => (
        <FieldError key={text}>{text}</FieldError>
      ))}
    </fieldset>
  );
}
