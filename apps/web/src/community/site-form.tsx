import * as limits from '@mbari/contract/limits';
import type { SiteSettings } from '@mbari/contract/shapes/site';
import { changeSiteSettings } from '@mbari/contract/site';
import * as words from '@mbari/words/admin';
import { saveChanges, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { siteChanged } from '~/platform/lib/cache-events/site.ts';
import { call, wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { AccentField } from './accent-field.tsx';
import { LanguagesField } from './languages-field.tsx';

type Texts = 'name' | 'tagline' | 'pricing_url' | 'about' | 'privacy';
type Written = Record<Texts | 'accent' | 'default_locale', string> & Pick<SiteSettings, 'locales'>;

const valuesOf = ({ name, tagline, pricing_url, about, privacy, accent, locales, default_locale }: SiteSettings): Written => ({
  name: name ?? '',
  tagline: tagline ?? '',
  pricing_url: pricing_url ?? '',
  about: about ?? '',
  privacy: privacy ?? '',
  accent: accent ?? '',
  locales,
  default_locale: default_locale ?? '',
});
const fields: SharedFields<Written> = {
  name: { label: words.name, text: String },
  tagline: { label: words.tagline, text: String },
  accent: { label: words.accent, text: String },
  pricing_url: { label: words.pricing, text: String },
  locales: { label: words.languages, text: (locales) => locales?.join('\n') ?? '' },
  default_locale: { label: words.defaultLanguage, text: String },
  about: { label: words.about, text: String },
  privacy: { label: words.privacy, text: String },
};

/** All settings except the logo, saved together. */
export function SiteForm({ settings }: { settings: SiteSettings }) {
  const client = useQueryClient();
  const { defaults } = settings;
  const shared = useSharedEdit({ read: settings, valuesOf, fields });
  const form = useForm<Written>({
    start: valuesOf(shared.base ?? settings),
    waits: shared.mustChoose,
    send: async (written) => {
      await shared.save(written, async (values, base = settings) => {
        const { data } = await call(changeSiteSettings, { body: { version: base.version, ...values } });
        void siteChanged(client, data);
        return data;
      });
      toast.success(words.saved);
    },
    onFailure: (error) => toast.error(wordsOf(error, words.saveFailed)),
  });
  const { values, change, errors, busy, onSubmit, submit } = form;
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
      <ConflictChoice {...{ shared, values, change, submit }} />
      <div>
        <Button type="submit" busy={busy && saving}>
          {saveChanges}
        </Button>
      </div>
    </form>
  );
}
