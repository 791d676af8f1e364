import * as words from '@mbari/words/auth';
import * as joining from '@mbari/words/register';
import { Link } from '@tanstack/react-router';
import { JoiningNote, useInvitation } from '~/identity/joining/joining-note.tsx';
import { ProviderLinks } from '~/identity/sign-in/provider-links.tsx';
import { RegisterForm } from '~/identity/sign-in/register-form.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';
import { useSite } from '~/platform/site/use-site.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';

export default function RegisterPage() {
  const mode = useSite()?.joining.mode;
  const { token, invitation } = useInvitation();
  const shut =
    mode === 'closed' ? 'closed' : mode === 'invitation' && (token === undefined || invitation?.is_open === false) ? 'invitation' : null;
  const title = { closed: joining.closedTitle, invitation: joining.byInvitationTitle };
  const hint = { closed: joining.closedText, invitation: joining.byInvitationText };
  return (
    <PaintedPage>
      <h1 tabIndex={-1} className="display-large">
        {shut ? title[shut] : words.createAccountTitle}
      </h1>
      <p className="mt-s1 mb-s5 text-ink-quiet">{shut ? hint[shut] : words.createAccountHint}</p>
      <div className="mb-s5 empty:hidden">
        <JoiningNote mode={mode} invitation={invitation} />
      </div>
      {!shut && (
        <>
          <RegisterForm invitation={token} />
          <div className="mt-s3 grid gap-s3 empty:hidden">
            <ProviderLinks invitation={token} />
          </div>
        </>
      )}
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
