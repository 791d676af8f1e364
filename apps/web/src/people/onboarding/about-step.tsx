import { earliestBirthday, latestBirthday, onboardingGenders } from '@mbari/contract/people/profile-fields';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/onboarding';
import * as sentences from '@mbari/words/sentences';
import { SelectField, TextField } from '~/platform/ui/field.tsx';
import { tooYoung } from './answers.ts';
import type { StepProps } from './onboarding.tsx';

const genderNames: Record<(typeof onboardingGenders)[number], string> = {
  male: words.male,
  female: words.female,
  'non-binary': words.nonBinary,
  'prefer-not-to-say': words.preferNotToSay,
};

export function AboutStep({ answers, change, errors }: StepProps) {
  return (
    <div className="grid max-w-[520px] gap-s4">
      <SelectField
        label={words.gender}
        name="gender"
        autoComplete="sex"
        required
        value={answers.gender}
        error={errors['gender']}
        onChange={(event) => change({ gender: event.target.value })}
      >
        <option value="" disabled>
          {words.chooseOne}
        </option>
        {onboardingGenders.map((gender) => (
          <option key={gender} value={gender}>
            {genderNames[gender]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.dateOfBirth}
        name="date_of_birth"
        type="date"
        autoComplete="bday"
        required
        min={earliestBirthday}
        max={latestBirthday()}
        value={answers.date_of_birth}
        error={tooYoung(answers.date_of_birth) ? sentences.tooYoung : errors['date_of_birth']}
        onChange={(event) => change({ date_of_birth: event.target.value })}
      />
      <TextField
        label={words.occupation}
        name="occupation"
        autoComplete="organization-title"
        dir="auto"
        required
        maxLength={limits.occupation}
        placeholder={words.occupationExample}
        value={answers.occupation}
        error={errors['occupation']}
        onChange={(event) => change({ occupation: event.target.value })}
      />
    </div>
  );
}
