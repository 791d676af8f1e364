import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/muted-words';
import { type FormEvent, useRef } from 'react';
import { plainWords } from '~/platform/text/use-muted-words.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** Saved with the other settings. */
export function MutedWordsSection({ form: { settings, change } }: { form: SettingsForm }) {
  const mutedWords = settings.muted_words;
  const field = useRef<HTMLInputElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    const word = input?.value.normalize('NFC').trim() ?? '';
    input?.focus();
    if (input === null || plainWords(word).trim() === '') return;
    input.value = '';
    if (!mutedWords.some((other) => plainWords(other) === plainWords(word))) change({ muted_words: [...mutedWords, word] });
  };
  const remove = (word: string) => {
    change({ muted_words: mutedWords.filter((other) => other !== word) });
    // The pressed button disappears with its row.
    field.current?.focus();
  };
  return (
    <Section title={words.title} id="muted-words" about={words.about}>
      <form className="mt-s4 flex flex-wrap items-end gap-s3" onSubmit={add}>
        <TextField
          ref={field}
          label={words.word}
          className="min-w-0 flex-1 basis-[180px]"
          dir="auto"
          maxLength={limits.mutedWord}
          autoComplete="off"
          readOnly={mutedWords.length >= limits.mutedWords}
        />
        <Button type="submit" kind="quiet" tall>
          {words.add}
        </Button>
      </form>
      {mutedWords.length === 0 && <p className="mt-s3 text-ink-quiet">{words.none}</p>}
      {mutedWords.map((word) => (
        <Row
          key={word}
          title={<bdi>{word}</bdi>}
          action={
            <Button kind="text" onClick={() => remove(word)}>
              {words.remove({ word })}
            </Button>
          }
        />
      ))}
    </Section>
  );
}
