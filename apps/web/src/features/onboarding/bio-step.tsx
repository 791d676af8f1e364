import * as limits from '@mbari/contract/limits';
import { TextArea } from '~/ui/field.tsx';
import { lengthOf } from './answers.ts';
import type { StepProps } from './onboarding.tsx';

export function BioStep({ answers, change, errors }: StepProps) {
  const length = lengthOf(answers.bio);
  const over = length - limits.bio;
  return (
    <div className="max-w-[620px]">
      <TextArea
        label="Bio"
        name="bio"
        rows={4}
        required
        value={answers.bio}
        aside={
          <span className={`text-t15 ${over > 0 ? 'font-semibold text-laterite-ink' : 'text-ink-meta'}`}>
            {length} / {limits.bio}
          </span>
        }
        error={over > 0 ? `${over} too many` : errors['bio']}
        hint="What you make, where you make it, what you look for."
        onChange={(event) => change({ bio: event.target.value })}
      />
    </div>
  );
}
