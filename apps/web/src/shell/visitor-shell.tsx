import * as words from '@mbari/words/shell';
import { skipToContent } from '@mbari/words/ui';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type LucideIcon, LogIn, UserPlus } from 'lucide-react';
import { homeOf } from '~/platform/lib/redirect-after-sign-in.ts';
import { onboardingStageOf, useSession } from '~/platform/lib/session.ts';
import { LanguageMenu } from '~/platform/site/language-menu.tsx';
import { SitePages } from '~/platform/site/site-pages.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import { Brand } from './rail.tsx';
import './shell.css';

interface Way {
  to: '/login' | '/register' | '/verify-email' | '/onboarding' | '/accept-rules';
  label: string;
  icon: LucideIcon;
}

/** Frame for visitors: name, page, and links to sign in and register. */
export function VisitorShell() {
  const { href } = useLocation();
  const stage = onboardingStageOf(useSession());
  // With unfinished onboarding, links to its next step.
  const ways: readonly [Way, ...Way[]] =
    stage === 'session' || stage === 'verified' || stage === 'unaccepted'
      ? [{ to: homeOf[stage], label: words.finishSigningUp, icon: UserPlus }]
      : [
          { to: '/login', label: words.signIn, icon: LogIn },
          { to: '/register', label: words.createAccount, icon: UserPlus },
        ];
  const [first] = ways;
  const state = { wanted: href };
  return (
    <div className="shell" data-visitor>
      <a className="skip-link" href="#main">
        {skipToContent}
      </a>
      <aside className="rail">
        <Brand />
        <nav aria-label={words.sidebar}>
          <ul>
            {ways.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link to={to} state={state} className="rail-row" title={label}>
                  <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
                  <span className="rail-label">{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <header className="header">
        <div className="header-start">
          <Brand />
        </div>
        <Link to={first.to} state={state} className={buttonClass({ kind: 'quiet', className: 'ms-auto whitespace-nowrap' })}>
          {first.label}
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
      <footer className="visitor-footer">
        <SitePages />
        <LanguageMenu />
      </footer>
    </div>
  );
}
