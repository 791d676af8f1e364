import type { ForumSettings } from '@mbari/contract/people/members';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';

type SwitchName = { [Name in keyof ForumSettings]: ForumSettings[Name] extends boolean ? Name : never }[keyof ForumSettings];

interface SettingSwitchProps {
  form: SettingsForm;
  setting: SwitchName;
  label: string;
  hint: string;
}

export const SettingSwitch = ({ form: { settings, change }, setting, label, hint }: SettingSwitchProps) => (
  <SwitchRow label={label} hint={hint} on={settings[setting]} onChange={(on) => change({ [setting]: on })} />
);
