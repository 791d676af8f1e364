import { useState } from 'react';
import { AlternativeSignIn } from './alternative-sign-in.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordForm, type Credentials } from './password-form.tsx';

/** Credentials, then a code if required. Keeps the input between the steps. */
export function LoginForm() {
  const [initialCredentials, setInitialCredentials] = useState<Credentials>();
  const [isCodeStep, setCodeStep] = useState(false);
  if (initialCredentials && isCodeStep) return <CodeForm credentials={initialCredentials} onBack={() => setCodeStep(false)} />;
  return (
    <>
      <PasswordForm
        initial={initialCredentials}
        onCodeNeeded={(credentials) => {
          setInitialCredentials(credentials);
          setCodeStep(true);
        }}
      />
      <AlternativeSignIn />
    </>
  );
}
