'use no memo';

import type { ForumSettings } from '@mbari/contract/people/members';
import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/settings';
import { Section } from '~/platform/ui/section.tsx';
import { SelectRow } from '~/platform/ui/setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import { VisibilityRow } from './visibility-row.tsx';

interface SectionProps {
  form: SettingsForm;
}

export function PrivacySettings({ form }: SectionProps) {
  return (
    <>
      <AudienceSection form={form} />
      <MessagesSection form={form} />
      <DetailsSection form={form} />
    </>
  );
}

function AudienceSection({ form }: SectionProps) {
  const { saved, settings, change } = form;
  return (
    <Section title={words.whoSeesYou}>
      <VisibilityRow
        label={words.profileVisibility}
        choices={[
          { value: 'public', label: words.publicChoice },
          { value: 'private', label: words.privateChoice },
        ]}
        saved={saved.profile_visibility}
        value={settings.profile_visibility}
        onChange={(value) => change({ profile_visibility: value as ForumSettings['profile_visibility'] })}
        upgrade={{ message: sentences.upgradeForProfileVisibility, toastId: 'profileCustomization' }}
      >
        {words.profileVisibilityHint}
      </VisibilityRow>
      <VisibilityRow
        label={words.postVisibility}
        choices={[
          { value: 'public', label: words.publicChoice },
          { value: 'followers', label: words.followersChoice },
        ]}
        saved={saved.post_visibility}
        value={settings.post_visibility}
        onChange={(value) => change({ post_visibility: value as ForumSettings['post_visibility'] })}
        upgrade={{ message: sentences.upgradeForPostVisibility, toastId: 'postVisibility' }}
      >
        {words.postVisibilityHint}
      </VisibilityRow>
      <SettingSwitch form={form} setting="show_to_visitors" label={words.visitors} hint={words.visitorsHint} />
      <SettingSwitch form={form} setting="may_be_named" label={words.mayBeNamed} hint={words.mayBeNamedHint} />
      <SettingSwitch form={form} setting="takes_alt_proposals" label={words.takesAltProposals} hint={words.takesAltProposalsHint} />
      <SelectRow
        label={words.contactDetails}
        hint={words.contactDetailsHint}
        // 'followers' and 'registered' both mean any signed-in member, so one option stands for both.
        value={settings.contact_visibility === 'followers' ? 'registered' : settings.contact_visibility}
        onChange={({ currentTarget }) => change({ contact_visibility: currentTarget.value as ForumSettings['contact_visibility'] })}
      >
        <option value="everyone">{words.everyone}</option>
        <option value="registered">{words.registered}</option>
        <option value="private">{words.onlyMe}</option>
      </SelectRow>
    </Section>
  );
}

function MessagesSection({ form }: SectionProps) {
  const { settings, change } = form;
  return (
    <Section title={words.directMessages} id="direct-messages">
      <SelectRow
        label={words.messagesFrom}
        hint={words.messagesFromHint}
        value={settings.allow_direct_messages ? settings.direct_messages_from : 'nobody'}
        onChange={({ currentTarget: { value } }) =>
          change(
            value === 'nobody'
              ? { allow_direct_messages: false }
              : { allow_direct_messages: true, direct_messages_from: value as ForumSettings['direct_messages_from'] },
          )
        }
      >
        <option value="everyone">{words.everyone}</option>
        <option value="following">{words.membersYouFollow}</option>
        <option value="nobody">{words.nobody}</option>
      </SelectRow>
      <SettingSwitch form={form} setting="show_read_receipts" label={words.readReceipts} hint={words.readReceiptsHint} />
      <SettingSwitch form={form} setting="show_typing" label={words.typingIndicator} hint={words.typingIndicatorHint} />
    </Section>
  );
}

function DetailsSection({ form }: SectionProps) {
  return (
    <Section title={words.whatYouShow}>
      <SettingSwitch form={form} setting="show_online_status" label={words.onlineStatus} hint={words.onlineStatusHint} />
      <SettingSwitch form={form} setting="show_location" label={words.location} hint={words.locationHint} />
      <SettingSwitch form={form} setting="show_phone_number" label={words.phoneNumber} hint={words.contactHint} />
      <SettingSwitch form={form} setting="show_birthday" label={words.birthday} hint={words.contactHint} />
    </Section>
  );
}
