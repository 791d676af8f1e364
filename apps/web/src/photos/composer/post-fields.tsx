import type { CameraData } from '@mbari/contract/photos/post-fields';
import * as limits from '@mbari/contract/platform/limits';
import * as challengeWords from '@mbari/words/challenges';
import * as words from '@mbari/words/composer';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { Images, Tag, Trophy } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { categoryName } from '~/photos/category-name.ts';
import { categories } from '~/photos/category-queries.ts';
import { challengeQuery } from '~/photos/challenges/challenge-queries.ts';
import { ownPlaces } from '~/photos/labelled-queries.ts';
import { AudienceOption } from '~/photos/posts/audience-option.tsx';
import { DetailOptions } from '~/photos/posts/detail-options.tsx';
import { ownSeries } from '~/photos/series/series-queries.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { CompletionList, listens, positionList } from '~/platform/text/completion-list.tsx';
import { useCompletion } from '~/platform/text/use-completion.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError, TextArea, TextField } from '~/platform/ui/field.tsx';
import { SelectOption } from '~/platform/ui/option-row.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { entering, type PostText } from './post-model.ts';
import { PublishTime } from './publish-time.tsx';

interface PostFieldsProps {
  text: PostText;
  disabled: boolean;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  cameras: readonly (CameraData | null)[];
  kept?: 'new' | 'kept' | 'not kept';
  isMarked?: boolean;
  onChange: (text: PostText) => void;
}

/** The text fields of a post, in the composer and the edit dialog. */
export function PostFields({ text, disabled, errors, cameras, kept = 'new', isMarked = false, onChange }: PostFieldsProps) {
  const { data: choices = [], isError: noChoices } = useQuery(categories);
  const placesId = useId();
  const [offersPlaces, setOffersPlaces] = useState(false);
  const { data: places = [] } = useQuery({ ...ownPlaces, enabled: offersPlaces });
  // Offers the post's own category even before the list has loaded.
  const [before] = useState(text.category);
  const names = new Set([...choices.filter((choice) => !choice.is_leaving).map(({ name }) => name), before].filter((name) => name !== ''));
  return (
    <>
      {text.challenge_id !== '' && (
        <EntersChallenge id={text.challenge_id} error={errors['challenge_id']?.join(' ')} onLeave={() => onChange(entering(text, ''))} />
      )}
      <TextField
        label={words.title}
        name="title"
        dir="auto"
        required
        autoComplete="off"
        maxLength={limits.title}
        readOnly={disabled}
        value={text.title}
        error={errors['title']}
        aside={<Counter text={text.title} max={limits.title} />}
        onChange={({ target }) => onChange({ ...text, title: target.value })}
      />
      <CaptionField
        label={<Phrase parts={words.caption({ quiet })} />}
        name="description"
        maxLength={limits.description}
        readOnly={disabled}
        value={text.description}
        error={errors['description']}
        aside={<Counter text={text.description} max={limits.description} />}
        onChange={({ target }) => onChange({ ...text, description: target.value })}
      />
      <TextField
        label={<Phrase parts={words.location({ quiet })} />}
        name="location_name"
        dir="auto"
        // Firefox offers no list if `autoComplete` is off.
        list={placesId}
        maxLength={limits.locationName}
        readOnly={disabled}
        value={text.location_name}
        error={errors['location_name']}
        onFocus={() => setOffersPlaces(true)}
        onChange={({ target }) => onChange({ ...text, location_name: target.value })}
      />
      <datalist id={placesId}>
        {places.map((place) => (
          <option key={place} value={place}>
            {place}
          </option>
        ))}
      </datalist>
      <div>
        <SelectOption
          icon={Tag}
          label={words.category}
          name="category"
          disabled={disabled}
          value={text.category}
          error={errors['category']?.join(' ') ?? (noChoices ? sentences.categoriesFetchFailed : undefined)}
          onChange={({ target }) => onChange({ ...text, category: target.value })}
        >
          <option value="">{words.noCategory}</option>
          {[...names].map((name) => (
            <option key={name} value={name}>
              {categoryName(name)}
            </option>
          ))}
        </SelectOption>
        {text.challenge_id === '' && (
          <AudienceOption
            audience={text.audience}
            disabled={disabled}
            error={errors['audience']?.join(' ')}
            onChange={(audience) => onChange({ ...text, audience })}
          />
        )}
        <DetailOptions
          details={text}
          {...{ cameras, kept, isMarked, disabled, errors }}
          noWarning={text.challenge_id !== ''}
          onChange={(details) => onChange({ ...text, ...details })}
        />
        {kept === 'new' && (
          <>
            {text.challenge_id === '' && (
              <PublishTime
                value={text.publish_at}
                error={errors['publish_at']}
                onChange={(publish_at) => onChange({ ...text, publish_at })}
              />
            )}
            <SeriesOption
              seriesId={text.series_id}
              disabled={disabled}
              error={errors['series_id']?.join(' ')}
              onChange={(series_id) => onChange({ ...text, series_id })}
            />
          </>
        )}
      </div>
    </>
  );
}

/** The challenge that the post enters, in place of the audience, the time and the content warning. */
function EntersChallenge({ id, error, onLeave }: { id: string; error: string | undefined; onLeave: () => void }) {
  const { data } = useQuery(challengeQuery(id));
  return (
    <div className="option-row">
      <Trophy size={20} strokeWidth={1.6} aria-hidden="true" className="flex-none" />
      <p className="option-words">{challengeWords.youEnter({ title: data?.title ?? '…' })}</p>
      <div className="option-below ps-s5">
        {error && <FieldError>{error}</FieldError>}
        <Button kind="text" onClick={onLeave}>
          {challengeWords.doNotEnter}
        </Button>
      </div>
    </div>
  );
}

interface SeriesOptionProps {
  seriesId: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (seriesId: string) => void;
}

/** Only for members who have a series. A draft's series that is gone stays chosen, so that the server's refusal has a field. */
function SeriesOption({ seriesId, disabled, error, onChange }: SeriesOptionProps) {
  const { data = [] } = useQuery(ownSeries());
  const isGone = seriesId !== '' && !data.some(({ id }) => id === seriesId);
  if (data.length === 0 && !isGone) return null;
  return (
    <SelectOption
      icon={Images}
      label={words.series}
      name="series_id"
      disabled={disabled}
      value={seriesId}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{words.noSeries}</option>
      {isGone && <option value={seriesId}>…</option>}
      {data.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectOption>
  );
}

const quiet = (text: ReactNode) => <span className="font-normal text-ink-meta">{text}</span>;

function Counter({ text, max }: { text: string; max: number }) {
  return (
    <span className="text-t13 text-ink-meta tabular-nums" dir="ltr">
      {[...text.normalize('NFC')].length} / {max}
    </span>
  );
}

function CaptionField({ value, ...field }: ComponentProps<typeof TextArea> & { value: string }) {
  const element = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const completion = useCompletion({ field: element, text: value, participants: noMembers });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event) || event.shiftKey || event.ctrlKey || event.metaKey || !completion.onKey(event.key)) return;
    event.preventDefault();
    // Escape closes the list only, not the dialog.
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <TextArea
        {...field}
        {...listens(listId, completion)}
        ref={element}
        value={value}
        onSelect={completion.follow}
        onBlur={completion.leave}
        onKeyDown={onKeyDown}
      />
      <CompletionList id={listId} completion={completion} ref={(list) => positionList(list, element.current, completion.from)} />
    </div>
  );
}

const noMembers = (): [] => [];
