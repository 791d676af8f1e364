import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/image-picker';
import { TextArea } from '~/platform/ui/field.tsx';

interface AltFieldProps {
  label?: string;
  alt: string;
  readOnly: boolean;
  onChange: (alt: string) => void;
}

export function AltField({ label = words.altText, alt, readOnly, onChange }: AltFieldProps) {
  return (
    <div className="chosen-alt">
      <TextArea
        label={label}
        placeholder={words.altPlaceholder}
        rows={2}
        maxLength={limits.alt}
        readOnly={readOnly}
        value={alt}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="chosen-counter">
        <span dir="ltr">
          {[...alt.normalize('NFC')].length} / {limits.alt}
        </span>
      </p>
    </div>
  );
}
