import * as words from '@mbari/words/ui';
import type { ReactNode } from 'react';
import muralStrip from '~/platform/site/mural-strip.svg';
import mural from '~/platform/site/mural.svg';
import { SiteMark } from './drawings.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SitePages } from './site-pages.tsx';
import { useSiteName } from './use-site.ts';
import './painted-page.css';

/** Layout for guests: one column beside the mural. `narrow`: less mural, for a wide column. */
export function PaintedPage({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  const name = useSiteName();
  return (
    <div className="painted-page" data-narrow={narrow || undefined}>
      <a className="skip-link" href="#main">
        {words.skipToContent}
      </a>
      <div className="painted-wall">
        <picture>
          <source media="(max-width: 760px)" srcSet={muralStrip} width="1000" height="500" />
          <img src={mural} alt="" width="1000" height="1240" decoding="async" fetchPriority="high" />
        </picture>
      </div>
      <main id="main" tabIndex={-1} className="painted-column">
        <div className="painted-content">
          {!narrow && (
            <p className="mb-s6 flex items-center gap-s3 max-tablet:mb-s4">
              <SiteMark />
              <span className="display text-t26">{name}</span>
            </p>
          )}
          {children}
        </div>
      </main>
      <footer className="painted-footer">
        <SitePages />
        <LanguageMenu />
      </footer>
    </div>
  );
}
