import * as words from '@mbari/words/settings';
import { BlockedMembers, MutedMembers } from '~/people/directory/blocked-and-muted.tsx';
import { SectionGroup } from '~/platform/ui/section.tsx';
import { FollowedSubjectsSection } from './followed-subjects-section.tsx';
import { LanguageSetting } from './language-setting.tsx';
import { LowDataSection } from './low-data-section.tsx';
import { MutedWordsSection } from './muted-words-section.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { SensitivePhotosSection } from './sensitive-photos-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { ThemeSetting } from './theme-setting.tsx';
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
