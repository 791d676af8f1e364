import { Link } from '@tanstack/react-router';
import { RegisterForm } from '~/features/auth/register-form.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function RegisterPage() {
  return (
    <PaintedPage>
      <h1 tabIndex={-1} className="display-large">
        Create an Account
      </h1>
      <p className="mt-s1 mb-s5 text-ink-quiet">A name, a way to reach you, and the door is open.</p>
      <RegisterForm />
      <p className="mt-s5 text-ink-quiet">
        Already a member?{' '}
        <Link to="/login" state={true} className="link">
          Sign in
        </Link>
      </p>
    </PaintedPage>
  );
}
