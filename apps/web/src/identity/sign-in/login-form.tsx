import { useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';
import { PasswordForm, type Credentials } from './password-form.tsx';

/** Credentials, then a code if required. Keeps the input between the steps. */
export function LoginForm() {
  const [typed, setTyped] = useState<Credentials>();
  const [asksForCode, setAsksForCode] = useState(false);
  if (typed && asksForCode) return <CodeForm credentials={typed} onBack={() => setAsksForCode(false)} />;
  return (
    <>
      <PasswordForm
        typed={typed}
        onCodeNeeded={(credentials) => {
          setTyped(credentials);
          setAsksForCode(true);
        }}
      />
      <OtherWaysIn />
    </>
  );
}
