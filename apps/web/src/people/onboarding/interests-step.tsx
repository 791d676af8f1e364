import * as words from '@mbari/words/onboarding';
import * as sentences from '@mbari/words/sentences';
import { tryAgain } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import { categoryName } from '~/photos/category-name.ts';
import mural from '~/platform/site/mural.svg';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { ownInterests } from './interests-query.ts';
import type { StepProps } from './onboarding.tsx';

/** Panels of the mural shown on the tiles: left, top, width and height within its 1000 × 1240. */
const panels = [
  [395, 0, 425, 410],
  [605, 410, 395, 420],
  [395, 410, 210, 420],
  [0, 0, 395, 410],
  [395, 1035, 425, 205],
  [0, 625, 395, 205],
  [820, 0, 180, 205],
  [0, 850, 185, 360],
  [0, 410, 395, 215],
  [185, 830, 210, 410],
  [395, 830, 425, 205],
  [820, 205, 180, 205],
] as const;

export function InterestsStep({ answers, change, errors }: StepProps) {
  const { data, error, refetch, isFetching } = useQuery(ownInterests);
  if (data === undefined) {
    return error === null ? (
      <p className="flex items-center gap-s3 py-s6 text-ink-quiet" role="status">
        <Spinner /> {sentences.loadingExperience}
      </p>
    ) : (
      <EmptyState
        drawing="offline"
        title={sentences.categoriesFetchFailed}
        action={
          <Button busy={isFetching && words.tryingAgain} onClick={() => void refetch()}>
            {tryAgain}
          </Button>
        }
      />
    );
  }
  if (data.available.length === 0) return <p className="text-ink-quiet">{words.noInterests}</p>;
  const toggle = (id: string) =>
    change({ interests: answers.interests.includes(id) ? answers.interests.filter((other) => other !== id) : [...answers.interests, id] });
  return (
    <fieldset aria-describedby={errors['category_ids'] && 'interests-error'}>
      <legend className="sr-only">{words.interests}</legend>
      <div className="interests">
        {data.available.map(({ id, name }, index) => (
          <label key={id} className="interest">
            <input
              type="checkbox"
              name="category_ids"
              value={id}
              className="sr-only"
              checked={answers.interests.includes(id)}
              onChange={() => toggle(id)}
            />
            <span className="interest-drawing" style={panelOf(index)} />
            <span className="interest-name">{categoryName(name)}</span>
            <span className="interest-chosen">
              <Check size={20} strokeWidth={2} aria-hidden="true" />
            </span>
          </label>
        ))}
      </div>
      <div role="alert">{errors['category_ids'] && <FieldError id="interests-error">{errors['category_ids'][0]}</FieldError>}</div>
    </fieldset>
  );
}

/** Returns a background that shows the middle of a panel at 16:9. */
function panelOf(index: number): CSSProperties {
  const [left, top, width, height] = panels[index % panels.length] ?? panels[0];
  const wide = Math.min(width - 16, ((height - 16) * 16) / 9);
  const tall = (wide * 9) / 16;
  const [x, y] = [left + (width - wide) / 2, top + (height - tall) / 2];
  return {
    backgroundImage: `url("${mural}")`,
    backgroundSize: `${(1000 / wide) * 100}% auto`,
    backgroundPosition: `${(x / (1000 - wide)) * 100}% ${(y / (1240 - tall)) * 100}%`,
  };
}
