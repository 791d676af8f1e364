import * as words from '@mbari/words/auth';
import { useState, useTransition } from 'react';
import { offersPasskeys, wasCancelled } from '~/identity/security/passkey-support.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { loginRefusal } from './login-refusal.ts';

/** Passkey and provider sign-in, if available. */
export function AlternativeSignIn() {
  const provider = useSite()?.provider;
  const [refusal, setRefusal] = useState<string>();
  const [busy, startTransition] = useTransition();
  const signInByPasskey = () =>
    startTransition(async () => {
      setRefusal(undefined);
      try {
        await (await import('~/identity/security/sign-in-with-passkey.ts')).signInWithPasskey({ suggested: false });
      } catch (error) {
        if (!wasCancelled(error)) setRefusal(loginRefusal(error));
      }
    });
  if (!provider && !offersPasskeys) return null;
  return (
    <>
      <p className="my-s4 flex items-center gap-s3 text-t15 text-ink-meta before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {words.or}
      </p>
      <div className="grid gap-s3">
        {provider && (
          <a href={provider.url} className={buttonClass({ kind: 'quiet', tall: true, wide: true })}>
            {words.continueWith({ provider: provider.name })}
          </a>
        )}
        {offersPasskeys && (
          <Button kind="quiet" tall wide busy={busy && words.passkeyWaiting} onClick={signInByPasskey}>
            {words.passkey}
          </Button>
        )}
        <div role="alert" className="empty:hidden">
          {refusal && <FieldError>{refusal}</FieldError>}
        </div>
      </div>
    </>
  );
}
