import * as limits from '@mbari/contract/limits';
import type { SiteSettings } from '@mbari/contract/shapes/site';
import { changeSiteSettings } from '@mbari/contract/site';
import * as words from '@mbari/words/admin';
import { saveChanges, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { siteChanged } from '~/lib/cache-events/site.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { TextArea, TextField } from '~/ui/field.tsx';
import { AccentField } from './accent-field.tsx';
import { LanguagesField } from './languages-field.tsx';

type Texts = 'name' | 'tagline' | 'pricing_url' | 'about' | 'privacy';

/** Everything but the logo, saved together. Where another admin was faster, nothing is lost: what they saved is read, and this can be saved again. */
export function SiteForm({ settings }: { settings: SiteSettings }) {
  const client = useQueryClient();
  const { defaults } = settings;
  const form = useForm({
    start: {
      name: settings.name ?? '',
      tagline: settings.tagline ?? '',
      pricing_url: settings.pricing_url ?? '',
      about: settings.about ?? '',
      privacy: settings.privacy ?? '',
      accent: settings.accent ?? '',
      locales: settings.locales,
      default_locale: settings.default_locale ?? '',
    },
    send: async (values) => {
      const { data } = await call(changeSiteSettings, { body: { version: settings.version, ...values } });
      toast.success(words.saved);
      await siteChanged(client, data);
    },
    onFailure: (error) => {
      toast.error(wordsOf(error, words.saveFailed));
      if (error instanceof CallRefused && error.status === 409) void siteChanged(client, error.data as SiteSettings);
    },
  });
  const { values, change, errors, busy, onSubmit } = form;
  const text = (name: Texts) => ({
    name,
    value: values[name],
    error: errors[name],
    dir: 'auto',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  const unset = (value: string) => words.unset({ value });
  return (
    <form className="site-form" noValidate onSubmit={onSubmit}>
      <TextField label={words.name} hint={unset(defaults.name)} maxLength={limits.siteName} {...text('name')} />
      <TextField label={words.tagline} hint={unset(defaults.tagline)} maxLength={limits.siteTagline} {...text('tagline')} />
      <AccentField value={values.accent} error={errors['accent']} onChange={(accent) => change({ accent })} />
      <TextField label={words.pricing} hint={words.pricingHint} type="url" {...text('pricing_url')} dir="ltr" />
      <LanguagesField
        known={defaults.locales}
        chosen={values.locales ?? defaults.locales}
        first={values.default_locale || defaults.default_locale}
        errors={errors}
        onChange={(locales, first) => change({ locales: [...locales], default_locale: first })}
      />
      <TextArea label={words.about} hint={words.markdownHint} rows={8} maxLength={limits.forumBody} {...text('about')} />
      <TextArea label={words.privacy} hint={words.markdownHint} rows={8} maxLength={limits.forumBody} {...text('privacy')} />
      <div>
        <Button type="submit" busy={busy && saving}>
          {saveChanges}
        </Button>
      </div>
    </form>
  );
}
