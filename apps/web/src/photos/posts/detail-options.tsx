import { type CameraData, type License, licenses, licenseTerms } from '@mbari/contract/photos/post-fields';
import * as words from '@mbari/words/photo-details';
import { Aperture, Copyright } from 'lucide-react';
import { WarningField } from '~/photos/warnings/warning-field.tsx';
import { SelectOption, SwitchOption } from '~/platform/ui/option-row.tsx';
import { formatCamera } from './format-camera.ts';

interface Details {
  warning: string;
  license: License | '';
  showsCamera: boolean;
}

interface DetailOptionsProps {
  details: Details;
  /** Camera data of the post's images. */
  cameras: readonly (CameraData | null)[];
  /** The post's camera data: not posted yet, stored, or left out when it was posted. */
  kept: 'new' | 'kept' | 'not kept';
  /** The organisers set the content warning. */
  isMarked: boolean;
  /** The post must have no content warning. */
  noWarning?: boolean;
  disabled: boolean;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  onChange: (details: Partial<Details>) => void;
}

/** The owner's choice of content warning and licence, and of showing camera data. */
export function DetailOptions({
  details: { warning, license, showsCamera },
  cameras,
  kept,
  isMarked,
  noWarning = false,
  disabled,
  errors,
  onChange,
}: DetailOptionsProps) {
  return (
    <>
      {!noWarning && (
        <WarningField
          value={warning}
          disabled={disabled || isMarked}
          error={errors['warning']}
          onChange={(changed) => onChange({ warning: changed })}
        />
      )}
      <SwitchOption
        icon={Aperture}
        label={words.showCamera}
        hint={hintOf(showsCamera, cameras, kept)}
        on={showsCamera}
        disabled={disabled}
        onChange={(on) => onChange({ showsCamera: on })}
      />
      <SelectOption
        icon={Copyright}
        label={words.license}
        name="license"
        disabled={disabled}
        value={license}
        error={errors['license']?.join(' ')}
        onChange={({ target }) => onChange({ license: licenses.find((one) => one === target.value) ?? '' })}
      >
        <option value="">{words.allRightsReserved}</option>
        {licenses.map((one) => (
          <option key={one} value={one}>
            {licenseName(one)}
          </option>
        ))}
      </SelectOption>
    </>
  );
}

export const licenseName = (license: License): string => words.licenseOption({ name: licenseTerms[license].name, terms: terms[license] });

const terms: Record<License, string> = {
  'CC-BY-4.0': words.withCredit,
  'CC-BY-SA-4.0': words.shareAlike,
  'CC-BY-NC-4.0': words.notCommercial,
  'CC0-1.0': words.noConditions,
};

function hintOf(isOn: boolean, cameras: DetailOptionsProps['cameras'], kept: DetailOptionsProps['kept']): string {
  const [camera] = cameras.filter((one) => one !== null);
  if (!isOn && kept === 'kept') return words.cameraDeleted;
  // Names the first two parts, usually camera and lens.
  if (camera && (isOn || kept === 'new')) return words.cameraFound({ camera: formatCamera(camera).slice(0, 2).join(' · ') });
  if (!isOn || cameras.length === 0) return words.cameraHint;
  return kept === 'not kept' ? words.cameraNotKept : words.cameraNone;
}
