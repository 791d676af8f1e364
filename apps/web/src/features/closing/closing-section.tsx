import { closeAccount } from '@mbari/contract/closing';
import { useState } from 'react';
import { ConfirmWithPassword } from '~/features/passwords/confirm-with-password.tsx';
import type { Owner } from '~/features/passwords/owner.ts';
import { call } from '~/lib/call.ts';
import { endSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { Row, Section } from '~/ui/section.tsx';

export function ClosingSection({ owner }: { owner: Owner }) {
  const [closing, setClosing] = useState(false);
  return (
    <Section title="Close account">
      <Row
        title="Leave the house"
        action={
          <Button kind="quiet" className="text-laterite-ink" onClick={() => setClosing(true)}>
            Close account
          </Button>
        }
      >
        You and all that you made are hidden at once and erased after 14 days.
      </Row>
      {closing && (
        <ConfirmWithPassword
          title="Close account"
          owner={owner}
          kind="danger"
          action="Close account"
          busyWords="Closing..."
          onClose={() => setClosing(false)}
          onConfirm={async (confirmed) => {
            const { message } = await call(closeAccount, { body: confirmed });
            toast.success(message);
            endSession();
          }}
        >
          <p>You are signed out everywhere, and nobody sees you, your photos or your words from this moment.</p>
          <p>For 14 days you can come back: sign in, and all is as it was. After that everything is erased and cannot be brought back.</p>
        </ConfirmWithPassword>
      )}
    </Section>
  );
}
