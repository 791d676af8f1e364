import { changeEmail } from '@mbari/contract/identity/account';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/email-change';
import { sending } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { ConfirmWithPassword, type Owner } from './confirm-with-password.tsx';

export function EmailSection({ owner, pending }: { owner: Owner; pending: string | null }) {
  const [changing, setChanging] = useState(false);
  return (
    <Section title={words.email}>
      <Row
        title={owner.email}
        action={
          <Button kind="quiet" onClick={() => setChanging(true)}>
            {words.changeAddress}
          </Button>
        }
      >
        {words.emailAbout}
      </Row>
      {pending !== null && <Row title={pending}>{words.pending}</Row>}
      {changing && <ChangeEmail owner={owner} onClose={() => setChanging(false)} />}
    </Section>
  );
}

function ChangeEmail({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ConfirmWithPassword
      title={words.changeAddress}
      owner={owner}
      action={words.mailLink}
      busyWords={sending}
      onClose={onClose}
      onConfirm={async (confirmed, { email = '' }) => {
        await call(changeEmail, { body: { email, ...confirmed } });
        onClose();
        toast.success(answers.addressMailed);
        await signInMethodsChanged(client);
      }}
      renderFields={(errors) => (
        <TextField label={words.newEmail} name="email" type="email" autoComplete="email" required error={errors['email']} />
      )}
    >
      <p>{words.changeHint}</p>
    </ConfirmWithPassword>
  );
}
