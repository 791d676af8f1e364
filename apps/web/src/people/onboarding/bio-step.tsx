import * as limits from '@mbari/contract/limits';
import * as words from '@mbari/words/onboarding';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { TextArea } from '~/platform/ui/field.tsx';
import type { StepProps } from './onboarding.tsx';

export function BioStep({ answers, change, errors }: StepProps) {
  const length = lengthOf(answers.bio);
  const over = length - limits.bio;
  return (
    <div className="max-w-[620px]">
      <TextArea
        label={words.bio}
        name="bio"
        rows={4}
        required
        value={answers.bio}
        aside={
          <span className={`text-t15 ${over > 0 ? 'font-semibold text-laterite-ink' : 'text-ink-meta'}`}>
            {words.bioLength({ length, most: limits.bio })}
          </span>
        }
        error={over > 0 ? words.tooLong({ count: over }) : errors['bio']}
        hint={words.bioHint}
        onChange={(event) => change({ bio: event.target.value })}
      />
    </div>
  );
}
