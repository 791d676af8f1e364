import { type ForumSettings, sensitivePhotos } from '@mbari/contract/people/members';
import { theme as label } from '@mbari/words/account-menu';
import * as languageWords from '@mbari/words/languages';
import * as lowDataWords from '@mbari/words/low-data';
import * as words from '@mbari/words/settings';
import { themeHint } from '@mbari/words/settings';
import { Suspense, useState } from 'react';
import { BlockedMembers, MutedMembers } from '~/people/directory/blocked-and-muted.tsx';
import { themes } from '~/people/theme-row.tsx';
import { chooseLessData, useLessData } from '~/platform/lib/less-data.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { chooseTheme, chosenTheme } from '~/platform/lib/theme.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Section, SectionGroup } from '~/platform/ui/section.tsx';
import { SelectRow, SwitchRow } from '~/platform/ui/setting-row.tsx';
import { FollowedSubjectsSection } from './followed-subjects-section.tsx';
import { MutedWordsSection } from './muted-words-section.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { StorageSection } from './storage-section.tsx';
import type { SettingsForm } from './use-settings-form.ts';

export function GeneralSettings({ form }: { form: SettingsForm }) {
  return (
    <>
      <SectionGroup id="privacy" title={words.profileAndPrivacy}>
        <PrivacySettings form={form} />
        <BlockedMembers />
      </SectionGroup>
      <SectionGroup id="content" title={words.feedAndContent}>
        <FollowedSubjectsSection form={form} />
        <SensitivePhotosSection form={form} />
        <MutedWordsSection form={form} />
        <MutedMembers />
      </SectionGroup>
      <SectionGroup id="appearance" title={words.languageAndAppearance}>
        <section aria-label={words.languageAndAppearance}>
          <LanguageSetting form={form} />
          <ThemeSetting />
        </section>
      </SectionGroup>
      <SectionGroup id="data" title={words.dataAndStorage}>
        <LowDataSection />
        <StorageSection />
      </SectionGroup>
    </>
  );
}

function LanguageSetting({ form: { settings, change } }: { form: SettingsForm }) {
  const languages = useSite()?.languages ?? [];
  if (languages.length < 2) return null;
  return (
    <SelectRow
      label={languageWords.language}
      hint={languageWords.languageHint}
      value={settings.locale ?? ''}
      onChange={({ currentTarget }) => change({ locale: currentTarget.value || null })}
    >
      <option value="">{languageWords.asBrowser}</option>
      {languages.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </SelectRow>
  );
}

/** Applies at once. */
function ThemeSetting() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <SelectRow
      label={label}
      hint={themeHint}
      value={theme}
      onChange={({ currentTarget: { value } }) => {
        const { name } = themes.find((one) => one.name === value) ?? { name: 'auto' };
        chooseTheme(name);
        setTheme(name);
      }}
    >
      {themes.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </SelectRow>
  );
}

/** Loaded after the page. */
const VisitCost = optionalLazy(async () => (await import('~/platform/connection/visit-cost-words.tsx')).VisitCostWords);

/** This device's choice, and the visit's traffic. */
function LowDataSection() {
  return (
    <Section title={lowDataWords.data} id="less-data">
      <SwitchRow label={lowDataWords.lessData} hint={lowDataWords.lessDataHint} on={useLessData()} onChange={chooseLessData} />
      <p className="py-s4 text-t15 text-ink-meta tabular-nums">
        <Suspense fallback={'\u00a0'}>
          <VisitCost />
        </Suspense>
      </p>
    </Section>
  );
}

const choices: Record<ForumSettings['sensitive_photos'], string> = { warn: words.warnMe, show: words.showThem, hide: words.hideThem };

function SensitivePhotosSection({ form: { settings, change } }: { form: SettingsForm }) {
  'use no memo';
  return (
    <Section title={words.sensitivePhotos} id="sensitive-photos">
      <SelectRow
        label={words.sensitivePhotosShown}
        hint={words.sensitivePhotosHint}
        value={settings.sensitive_photos}
        onChange={({ currentTarget }) => change({ sensitive_photos: currentTarget.value as ForumSettings['sensitive_photos'] })}
      >
        {sensitivePhotos.map((choice) => (
          <option key={choice} value={choice}>
            {choices[choice]}
          </option>
        ))}
      </SelectRow>
    </Section>
  );
}
