'use no memo';

import type { ForumSettings } from '@mbari/contract/people/members';
import * as sentences from '@mbari/words/sentences';
import * as words from '@mbari/words/settings';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { UpgradeLink, useUpgradeToast } from '~/people/upgrade-link.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { Section } from '~/platform/ui/section.tsx';
import { SelectRow } from '~/platform/ui/setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';

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

interface VisibilityRowProps {
  label: string;
  /** The stricter choice requires the paid plan. */
  choices: readonly { value: string; label: string }[];
  saved: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
  /** Shown to members without the plan. */
  upgrade: { message: string; toastId: string };
}

/** Read-only without a paid plan. After a plan has ended, a stricter choice can be set to public, and back until saved. */
function VisibilityRow({ label, choices, saved, value, onChange, children, upgrade }: VisibilityRowProps) {
  const { user } = useSession();
  const isPaid = user?.viewer.may_set_visibility === true;
  const isLocked = !isPaid && saved === 'public' && value === 'public';
  const showUpgradeToast = useUpgradeToast(upgrade);
  const refuseChange = (event: KeyboardEvent | MouseEvent) => {
    event.preventDefault();
    showUpgradeToast();
  };
  return (
    <SelectRow
      label={label}
      locked={isLocked}
      value={value}
      hint={
        <>
          {!isPaid && <UpgradeLink>{upgrade.message}</UpgradeLink>}
          {!isLocked && <span className="block">{children}</span>}
          {!isPaid && !isLocked && <span className="block">{words.planEnded}</span>}
        </>
      }
      // Refuses `mousedown` and `keydown`: at `change`, the options have already opened.
      {...(isLocked && {
        onMouseDown: refuseChange,
        onKeyDown: (event: KeyboardEvent) => !isHarmlessKey(event) && refuseChange(event),
      })}
      onChange={({ currentTarget }) => {
        const selected = currentTarget.value;
        if (isPaid || selected === 'public' || selected === saved) onChange(selected);
        else showUpgradeToast();
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectRow>
  );
}

/** Keys that move the focus, and browser shortcuts. */
const isHarmlessKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'].includes(key) || /^F(?!4$)\d/.test(key);
