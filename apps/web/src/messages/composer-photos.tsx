import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/messages';
import { X } from 'lucide-react';
import { WarningField } from '~/photos/warnings/warning-field.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import type { ComposerPhotos as Photos } from './use-composer-photos.ts';

/** Chosen photos with their descriptions, and their content warning. */
export function ComposerPhotos({ photos: { chosen, warning, describe, remove, setWarning } }: { photos: Photos }) {
  return (
    <div className="composer-photos">
      <ul>
        {chosen.map(({ id, address, alt }) => (
          <li key={id}>
            <img src={address} alt="" width={64} height={64} />
            <input
              className="field-control"
              dir="auto"
              aria-label={words.describePhoto}
              placeholder={words.describePhoto}
              maxLength={limits.alt}
              value={alt}
              onChange={({ target }) => describe(id, target.value)}
            />
            <IconButton label={words.removePhoto} onClick={() => remove(id)}>
              <X size={18} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <WarningField value={warning} disabled={false} onChange={setWarning} />
    </div>
  );
}
