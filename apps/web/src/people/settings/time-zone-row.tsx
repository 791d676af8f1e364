import * as words from '@mbari/words/activity-mails';
import { SelectRow } from '~/platform/ui/setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** The browser's time zones, and one chosen elsewhere. */
function timeZones(chosen: string | null): string[] {
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  if (chosen !== null) known.add(chosen);
  known.add(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return [...known].toSorted();
}

/** Daily and weekly mails are sent in its morning. */
export function TimeZoneRow({ form: { settings, change } }: { form: SettingsForm }) {
  const chosen = settings.time_zone;
  return (
    <SelectRow
      label={words.timeZone}
      hint={words.timeZoneHint}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => change({ time_zone: currentTarget.value || null })}
    >
      <option value="">{words.asCommunity}</option>
      {timeZones(chosen).map((name) => (
        <option key={name} value={name} translate="no" dir="ltr">
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectRow>
  );
}
