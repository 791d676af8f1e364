import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { loading, tryAgain } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { ownInterests } from '~/people/onboarding/interests-query.ts';
import { categoryName } from '~/photos/category-name.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import type { FieldsProps } from './edit-fields.tsx';

export function InterestBoxes({ values: { interests }, errors, onChange }: FieldsProps) {
  const { data, error, isFetching, refetch } = useQuery(ownInterests);
  // Leaves out interests that admins have deleted.
  const availableIds = data?.available.map(({ id }) => id) ?? [];
  const toggle = (id: string) => {
    const otherIds = interests.filter((interestId) => interestId !== id && availableIds.includes(interestId));
    onChange({ interests: interests.includes(id) ? otherIds : [...otherIds, id] });
  };
  const texts = errors['category_ids'];
  if (availableIds.length === 0 && data) return null;
  return (
    <fieldset aria-describedby={texts && 'interests-wrong'}>
      <legend className="mb-s3 font-semibold">{words.interests}</legend>
      {data ? (
        <div className="interest-boxes">
          {data.available.map(({ id, name }, index) => (
            <label key={id} className="interest-box">
              <input
                type="checkbox"
                className="sr-only"
                name="category_ids"
                value={id}
                checked={interests.includes(id)}
                aria-invalid={(texts && index === 0) || undefined}
                onChange={() => toggle(id)}
              />
              <Check size={16} strokeWidth={2.2} aria-hidden="true" />
              {categoryName(name)}
            </label>
          ))}
        </div>
      ) : error === null ? (
        <p role="status" className="flex items-center gap-s2 text-ink-quiet">
          <Spinner /> {loading}
        </p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-s3">
          <span>{sentences.categoriesFetchFailed}</span>
          <Button kind="text" busy={isFetching && tryAgain} onClick={() => void refetch()}>
            {tryAgain}
          </Button>
        </div>
      )}
      <div aria-live="polite">{texts && <FieldError id="interests-wrong">{texts[0]}</FieldError>}</div>
    </fieldset>
  );
}
