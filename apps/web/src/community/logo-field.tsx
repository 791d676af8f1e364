import { changeSiteLogo, removeSiteLogo, type SiteSettings } from '@mbari/contract/platform/site';
import * as words from '@mbari/words/admin';
import { useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { siteChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { CoilMark } from '~/platform/site/drawings.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { Section } from '~/platform/ui/section.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

/** Uploads the logo as soon as it is chosen. */
export function LogoField({ logo }: Pick<SiteSettings, 'logo'>) {
  const client = useQueryClient();
  const save = async (send: () => Promise<{ data: SiteSettings }>) => siteChanged(client, (await send()).data);
  const { busy, run: change } = useAction(save, words.saveFailed, words.saved);
  const upload = (file: File): Promise<boolean> => {
    const form = new FormData();
    form.set('logo', file);
    return change(() => call(changeSiteLogo, { form }));
  };
  return (
    <Section title={words.logo} about={words.logoHint}>
      <div className="mt-s4 flex flex-wrap items-center gap-s4">
        <div className="site-logo">
          {logo === null ? <CoilMark size={56} /> : <img src={logo.url} width={logo.width} height={logo.height} alt={words.logo} />}
        </div>
        <label className="button button-quiet">
          {busy ? <Spinner /> : <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" />}
          {words.chooseLogo}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp,image/avif"
            className="sr-only"
            onChange={({ target }) => {
              const file = target.files?.[0];
              // Otherwise choosing the same file again fires no event.
              target.value = '';
              if (file) void upload(file);
            }}
          />
        </label>
        {logo !== null && (
          <Button kind="text" onClick={() => void change(() => call(removeSiteLogo))}>
            <Trash2 size={18} strokeWidth={1.6} aria-hidden="true" /> {words.removeLogo}
          </Button>
        )}
      </div>
    </Section>
  );
}
