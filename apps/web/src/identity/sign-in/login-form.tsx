import { useState } from 'react';
import { AlternativeSignIn } from './alternative-sign-in.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordForm, type Credentials } from './password-form.tsx';

/** Credentials, then a code if required. Keeps the input between the steps. */
export function LoginForm() {
  const [credentials, setCredentials] = useState<Credentials>();
  const [isCodeStep, setCodeStep] = useState(false);
  if (credentials && isCodeStep) return <CodeForm credentials={credentials} onBack={() => setCodeStep(false)} />;
  return (
    <>
      <PasswordForm
        initial={credentials}
        onCodeNeeded={(credentials) => {
          setCredentials(credentials);
          setCodeStep(true);
        }}
      />
      <AlternativeSignIn />
    </>
  );
}
