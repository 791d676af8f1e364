import * as sentences from '@mbari/contract/sentences';
import type { ForumSettings } from '@mbari/contract/shapes/members';
import { Section } from '~/ui/section.tsx';
import { SelectRow } from './setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import { VisibilityRow } from './visibility-row.tsx';

interface SectionProps {
  form: SettingsForm;
}

export function GeneralSettings({ form }: SectionProps) {
  return (
    <>
      <WhoSeesYou form={form} />
      <WhatYouShow form={form} />
    </>
  );
}

function WhoSeesYou({ form: { saved, settings, change } }: SectionProps) {
  return (
    <Section title="Who sees you">
      <VisibilityRow
        label="Profile visibility"
        choices={[
          { value: 'public', label: 'Public' },
          { value: 'private', label: 'Private' },
        ]}
        saved={saved.profile_visibility}
        value={settings.profile_visibility}
        onChange={(value) => change({ profile_visibility: value as ForumSettings['profile_visibility'] })}
        upgrade={{ message: sentences.upgradeForProfileVisibility, toastId: 'profileCustomization' }}
      >
        A private profile is open to nobody but you. It takes no new followers; those you have still see your posts.
      </VisibilityRow>
      <VisibilityRow
        label="Post visibility"
        choices={[
          { value: 'public', label: 'Public' },
          { value: 'followers', label: 'Followers' },
        ]}
        saved={saved.post_visibility}
        value={settings.post_visibility}
        onChange={(value) => change({ post_visibility: value as ForumSettings['post_visibility'] })}
        upgrade={{ message: sentences.upgradeForPostVisibility, toastId: 'postVisibility' }}
      >
        Who sees your posts, their photos and their comments.
      </VisibilityRow>
      <SelectRow
        label="Contact details"
        hint="Country, occupation, gender and phone. ‘Followers’ and ‘Registered members’ both mean any signed-in, verified member."
        value={settings.contact_visibility}
        onChange={({ currentTarget }) => change({ contact_visibility: currentTarget.value as ForumSettings['contact_visibility'] })}
      >
        <option value="everyone">Everyone</option>
        <option value="followers">Followers</option>
        <option value="registered">Registered members</option>
        <option value="private">Only me</option>
      </SelectRow>
    </Section>
  );
}

function WhatYouShow({ form }: SectionProps) {
  return (
    <Section title="What you show">
      <SettingSwitch form={form} setting="show_online_status" label="Online status" hint="Whether others may see that you are here" />
      <SettingSwitch form={form} setting="show_location" label="Location" hint="Your country, to those who may see contact details" />
      <SettingSwitch form={form} setting="show_phone_number" label="Phone number" hint="To those who may see contact details" />
      <SettingSwitch form={form} setting="show_birthday" label="Birthday" hint="To those who may see contact details" />
    </Section>
  );
}
