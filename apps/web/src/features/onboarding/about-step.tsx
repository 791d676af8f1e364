import { earliestBirthday, latestBirthday } from '@mbari/contract/age';
import { onboardingGenders } from '@mbari/contract/genders';
import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import { SelectField, TextField } from '~/ui/field.tsx';
import { tooYoung } from './answers.ts';
import type { StepProps } from './onboarding.tsx';

const words: Record<(typeof onboardingGenders)[number], string> = {
  male: 'Male',
  female: 'Female',
  'non-binary': 'Non-binary',
  'prefer-not-to-say': 'Prefer not to say',
};

export function AboutStep({ answers, change, errors }: StepProps) {
  return (
    <div className="grid max-w-[520px] gap-s4">
      <SelectField
        label="Gender"
        name="gender"
        autoComplete="sex"
        required
        value={answers.gender}
        error={errors['gender']}
        onChange={(event) => change({ gender: event.target.value })}
      >
        <option value="" disabled>
          Choose one
        </option>
        {onboardingGenders.map((gender) => (
          <option key={gender} value={gender}>
            {words[gender]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Date of birth"
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
        label="Occupation"
        name="occupation"
        autoComplete="organization-title"
        dir="auto"
        required
        maxLength={limits.occupation}
        placeholder="Photographer, weaver, student"
        value={answers.occupation}
        error={errors['occupation']}
        onChange={(event) => change({ occupation: event.target.value })}
      />
    </div>
  );
}
