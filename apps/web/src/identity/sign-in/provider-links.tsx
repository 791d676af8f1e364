import * as words from '@mbari/words/auth';
import { useBrand } from '~/platform/site/use-site.ts';
import { buttonClass } from '~/platform/ui/button.tsx';

/** A button for each external provider. */
export function ProviderLinks({ invitation }: { invitation?: string | undefined }) {
  return useBrand().providers.map(({ key, name, url }) => (
    <a
      key={key}
      href={invitation === undefined ? url : `${url}&${new URLSearchParams({ invitation }).toString()}`}
      className={buttonClass({ kind: 'quiet', tall: true, wide: true })}
    >
      {words.continueWith({ provider: name })}
    </a>
  ));
}
