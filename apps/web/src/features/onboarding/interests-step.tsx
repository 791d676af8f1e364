import { readInterests } from '@mbari/contract/me';
import { sentences } from '@mbari/contract/sentences';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import mural from '~drawn/mural.svg';
import { call } from '~/lib/call.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import type { StepProps } from './onboarding.tsx';

/** Panels of the mural, as shares of its width and height: where a tile looks and how closely. */
const panels = [
  [18, 15, 2.2],
  [62, 15, 2.1],
  [93, 6, 4.6],
  [18, 42, 2.3],
  [50, 50, 4],
  [86, 50, 2.3],
  [93, 25, 4.6],
  [19, 60, 2.3],
  [60, 75, 2.1],
  [60, 93, 2.1],
  [8, 85, 4.2],
  [93, 84, 4.4],
] as const;

export function InterestsStep({ answers, change, errors }: StepProps) {
  const { data, error, refetch, isFetching } = useQuery({ queryKey: ['my-interests'], queryFn: ({ signal }) => call(readInterests, { signal }) });
  if (data === undefined) {
    return error === null ? (
      <p className="flex items-center gap-s3 py-s6 text-ink-quiet" role="status">
        <Spinner /> {sentences.loadingExperience}
      </p>
    ) : (
      <EmptyState
        drawing="offline"
        title={sentences.categoriesFetchFailed}
        act={
          <Button busy={isFetching && 'Trying again'} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    );
  }
  const toggle = (id: string) =>
    change({ interests: answers.interests.includes(id) ? answers.interests.filter((other) => other !== id) : [...answers.interests, id] });
  return (
    <fieldset>
      <legend className="sr-only">Interests</legend>
      <div className="interests">
        {data.available.map(({ id, name }, index) => {
          const [x, y, close] = panels[index % panels.length] ?? panels[0];
          return (
            <label key={id} className="interest">
              <input type="checkbox" name="interests" value={id} className="sr-only" checked={answers.interests.includes(id)} onChange={() => toggle(id)} />
              <span
                className="interest-picture"
                style={{ backgroundImage: `url("${mural}")`, backgroundSize: `${close * 100}% auto`, backgroundPosition: `${x}% ${y}%` }}
              />
              <span className="interest-name">{name}</span>
              <span className="interest-chosen">
                <Check size={20} strokeWidth={2} aria-hidden="true" />
              </span>
            </label>
          );
        })}
      </div>
      {errors['category_ids'] && <p className="field-error">{errors['category_ids'][0]}</p>}
    </fieldset>
  );
}
