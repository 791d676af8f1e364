import * as words from '@mbari/words/auth';
import { Link } from '@tanstack/react-router';
import { LoginForm } from '~/identity/sign-in/login-form.tsx';
import { LoginNotice } from '~/identity/sign-in/login-notice.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';

export default function LoginPage() {
  return (
    <PaintedPage>
      <h1 tabIndex={-1} className="display-large">
        {words.comeIn}
      </h1>
      <p className="mt-s1 mb-s6 text-ink-quiet">{words.comeInHint}</p>
      <LoginNotice />
      <LoginForm />
      <p className="mt-s5 text-ink-quiet">
        <Phrase
          parts={words.newHere({
            register: (text) => (
              <Link to="/register" state={true} className="link">
                {text}
              </Link>
            ),
          })}
        />
      </p>
    </PaintedPage>
  );
}
