import { useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';
import { PasswordForm, type Credentials } from './password-form.tsx';

/** Address and password, then a code where the account needs one. What was typed is kept in between. */
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
