import { closeAccount } from '@mbari/contract/identity/account';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/closing';
import { useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { call } from '~/platform/lib/call.ts';
import { endSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';

export function ClosingSection({ owner }: { owner: Owner }) {
  const [closing, setClosing] = useState(false);
  return (
    <Section title={words.closeAccount}>
      <Row
        title={words.leave}
        action={
          <Button kind="quiet" className="text-laterite-ink" onClick={() => setClosing(true)}>
            {words.closeAccount}
          </Button>
        }
      >
        {words.whatHappens}
      </Row>
      {closing && (
        <ConfirmWithPassword
          title={words.closeAccount}
          owner={owner}
          kind="danger"
          action={words.closeAccount}
          busyWords={words.closing}
          onClose={() => setClosing(false)}
          onConfirm={async (confirmed) => {
            await call(closeAccount, { body: confirmed });
            toast.success(answers.accountClosed);
            endSession();
          }}
        >
          <p>{words.signedOut}</p>
          <p>{words.wayBack}</p>
        </ConfirmWithPassword>
      )}
    </Section>
  );
}
