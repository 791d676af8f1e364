'use no memo';

import { type ForumSettings, sensitivePhotos } from '@mbari/contract/people/members';
import * as words from '@mbari/words/settings';
import { Section } from '~/platform/ui/section.tsx';
import { SelectRow } from '~/platform/ui/setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const choices: Record<ForumSettings['sensitive_photos'], string> = { warn: words.warnMe, show: words.showThem, hide: words.hideThem };

export function SensitivePhotosSection({ form: { settings, change } }: { form: SettingsForm }) {
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
