import * as words from '@mbari/words/auth';
import { useSite } from '~/platform/site/use-site.ts';
import { buttonClass } from '~/platform/ui/button.tsx';

export function ProviderLink({ invitation }: { invitation: string }) {
  const provider = useSite()?.provider;
  if (!provider) return null;
  return (
    <a
      href={`${provider.url}&${new URLSearchParams({ invitation }).toString()}`}
      className={buttonClass({ kind: 'quiet', tall: true, wide: true, className: 'mt-s3' })}
    >
      {words.continueWith({ provider: provider.name })}
    </a>
  );
}
