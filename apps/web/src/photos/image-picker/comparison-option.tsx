import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/comparison';
import { Columns2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { SwitchOption } from '~/platform/ui/option-row.tsx';

interface ComparisonOptionProps {
  /** Number of chosen images. */
  count: number;
  isComparison: boolean;
  /** Images per post in the author's plan. */
  allowed: number;
  disabled: boolean;
  /** Adds the file as the second image, and makes the post a comparison. */
  onAdd: (file: File) => void;
  onChange: (isComparison: boolean) => void;
}

/** Adds an earlier version to a post with one image, or declares the second of two images to be one. */
export function ComparisonOption({ count, isComparison, allowed, disabled, onAdd, onChange }: ComparisonOptionProps) {
  const input = useRef<HTMLInputElement>(null);
  if (count === limits.imagesCompared)
    return (
      <SwitchOption
        icon={Columns2}
        label={words.isComparison}
        hint={words.addHint}
        on={isComparison}
        // Without a plan, two images need to be a comparison.
        disabled={disabled || (isComparison && allowed < count)}
        onChange={onChange}
      />
    );
  if (count !== 1 || disabled) return null;
  return (
    <div className="comparison-add">
      <Button kind="text" onClick={() => input.current?.click()}>
        <Columns2 size={18} strokeWidth={1.6} aria-hidden="true" /> {words.add}
      </Button>
      <p>{words.addHint}</p>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="sr-only"
        tabIndex={-1}
        aria-label={words.add}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Allows picking the same file again after removing it.
          currentTarget.value = '';
          if (file) onAdd(file);
        }}
      />
    </div>
  );
}
