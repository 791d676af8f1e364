import { Link } from '@tanstack/react-router';
import { LoginForm } from '~/features/auth/login-form.tsx';
import { LoginNotice } from '~/features/auth/login-notice.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function LoginPage() {
  return (
    <PaintedPage>
      <h1 tabIndex={-1} className="display-large">
        Come in
      </h1>
      <p className="mt-s1 mb-s6 text-ink-quiet">Sign in to see what was made since you left.</p>
      <LoginNotice />
      <LoginForm />
      <p className="mt-s5 text-ink-quiet">
        New here?{' '}
        <Link to="/register" state={true} className="link">
          Sign Up
        </Link>
      </p>
    </PaintedPage>
  );
}
