import type { Image } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/customising';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { prepareFiles } from '~/platform/media/prepare-files.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

/** The saved cover, a newly chosen file, or none. */
export type Cover = Image | { file: Blob; image_path: string } | null;

interface CoverChoiceProps {
  cover: Cover;
  errors: readonly string[] | undefined;
  onChange: (cover: Cover) => void;
}

export function CoverChoice({ cover, errors, onChange }: CoverChoiceProps) {
  const [isOpening, setIsOpening] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  useRevokedAddress(cover);
  const chooseFile = async (file: File | undefined) => {
    if (file === undefined || isOpening) return;
    setIsOpening(true);
    const { ready, wrong: problems } = await prepareFiles([file], 1);
    setIsOpening(false);
    setRefusals(problems);
    const [image] = ready;
    if (image) onChange({ file: image.file, image_path: URL.createObjectURL(image.file) });
  };
  const texts = refusals.length > 0 ? refusals : (errors ?? []);
  return (
    <fieldset>
      <legend className="mb-s2 font-semibold">{words.cover}</legend>
      <div className="cover-preview">{cover === null ? <p>{words.noCover}</p> : <img src={cover.image_path} alt={words.coverAlt} />}</div>
      <div className="mt-s3 flex flex-wrap gap-s3">
        <label className="button button-quiet cover-pick">
          {isOpening ? <Spinner /> : <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" />}
          {cover === null ? words.chooseCover : words.chooseOtherCover}
          <input
            type="file"
            accept="image/*"
            data-field="cover"
            className="sr-only"
            aria-describedby="cover-rules cover-wrong"
            aria-invalid={texts.length > 0 || undefined}
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Allows picking the same file again.
              event.target.value = '';
              void chooseFile(file);
            }}
          />
        </label>
        {cover !== null && (
          <Button kind="text" onClick={() => onChange(null)}>
            <Trash2 size={18} strokeWidth={1.6} aria-hidden="true" /> {words.removeCover}
          </Button>
        )}
      </div>
      <p id="cover-rules" className="mt-s2 text-t15 text-ink-meta">
        {words.coverRules}
      </p>
      <div id="cover-wrong" aria-live="polite">
        {texts.map((text) => (
          <FieldError key={text}>{text}</FieldError>
        ))}
      </div>
    </fieldset>
  );
}

/** Revokes the object URL of a replaced file. */
function useRevokedAddress(cover: Cover): void {
  const address = cover !== null && 'file' in cover ? cover.image_path : null;
  useEffect(() => (address === null ? undefined : () => URL.revokeObjectURL(address)), [address]);
}
