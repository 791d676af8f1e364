import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { categories } from '~/features/categories/category-queries.ts';
import { SelectField, TextArea, TextField } from '~/ui/field.tsx';
import './post-fields.css';

/** What is written of a post, beside its images. */
export interface PostWords {
  title: string;
  description: string;
  /** A category's name; empty: none. */
  category: string;
}

interface PostFieldsProps {
  words: PostWords;
  disabled: boolean;
  /** What is wrong with the title. */
  wrong: readonly string[] | undefined;
  onChange: (words: PostWords) => void;
  titleField?: Ref<HTMLInputElement>;
}

/** Title, category and story: the same when a post is written and when it is changed. */
export function PostFields({ words, disabled, wrong, onChange, titleField }: PostFieldsProps) {
  const { data: choices = [], isError: noChoices } = useQuery(categories);
  // What was chosen before can be seen, and chosen again, even while the list of all has not come.
  const [before] = useState(words.category);
  const names = new Set([...choices.map(({ name }) => name), before].filter((name) => name !== ''));
  return (
    <>
      <div className="post-fields-line">
        <TextField
          ref={titleField}
          label="Title"
          name="title"
          dir="auto"
          required
          autoComplete="off"
          maxLength={limits.title}
          readOnly={disabled}
          value={words.title}
          error={wrong}
          aside={<Counter text={words.title} most={limits.title} />}
          onChange={({ target }) => onChange({ ...words, title: target.value })}
        />
        <SelectField
          label="Category"
          name="category"
          disabled={disabled}
          value={words.category}
          error={noChoices ? sentences.categoriesFetchFailed : undefined}
          onChange={({ target }) => onChange({ ...words, category: target.value })}
        >
          <option value="">None</option>
          {[...names].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label={
          <>
            Story<span className="font-normal text-ink-meta">, if you like</span>
          </>
        }
        name="description"
        maxLength={limits.description}
        readOnly={disabled}
        value={words.description}
        aside={<Counter text={words.description} most={limits.description} />}
        onChange={({ target }) => onChange({ ...words, description: target.value })}
      />
    </>
  );
}

function Counter({ text, most }: { text: string; most: number }) {
  return (
    <span className="text-t13 text-ink-meta tabular-nums">
      {[...text].length} / {most}
    </span>
  );
}
