import * as words from '@mbari/words/auth';
import { Link } from '@tanstack/react-router';
import { RegisterForm } from '~/features/auth/register-form.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';
import { Phrase } from '~/ui/phrase.tsx';

export function RegisterPage() {
  return (
    <PaintedPage>
      <h1 tabIndex={-1} className="display-large">
        {words.createAccountTitle}
      </h1>
      <p className="mt-s1 mb-s5 text-ink-quiet">{words.createAccountHint}</p>
      <RegisterForm />
      <p className="mt-s5 text-ink-quiet">
        <Phrase
          parts={words.alreadyMember({
            login: (text) => (
              <Link to="/login" state={true} className="link">
                {text}
              </Link>
            ),
          })}
        />
      </p>
    </PaintedPage>
  );
}
