import { critiqueCategories, type CritiqueCategory } from '@mbari/contract/photos/critique';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/critique';
import { save, saving } from '@mbari/words/ui';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { SelectField, TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { categoryWords } from './category-words.ts';
import { type LoadedCritique, useCritiqueChanges } from './critique-queries.ts';

interface AskCritiqueProps {
  photo: Photo;
  /** The request to edit. */
  critique?: LoadedCritique;
  onClose: () => void;
}

/** The author asks one question about a post, or edits it. */
export function AskCritique({ photo, critique, onClose }: AskCritiqueProps) {
  const changes = useCritiqueChanges(photo.id);
  const start: { category: CritiqueCategory; question: string } = critique ?? { category: 'composition', question: '' };
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { category: start.category, question: start.question },
    check: ({ question }) => ({ ...(!hasVisibleText(question) && { question: [words.questionMissing] }) }),
    send: async (body) => {
      await changes.save({ is_closed: critique?.is_closed, is_hidden: critique?.is_hidden, ...body });
      if (!critique) toast.success(words.asked);
      onClose();
    },
    failed: words.saveFailed,
  });
  return (
    <FormDialog
      title={critique ? words.edit : words.ask}
      {...(!critique && { hint: words.askHint })}
      action={critique ? save : words.ask}
      busy={busy && saving}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <SelectField
        name="category"
        label={words.about}
        value={values.category}
        error={errors['category']}
        onChange={({ target }) => change({ category: critiqueCategories.find((one) => one === target.value) ?? 'other' })}
      >
        {critiqueCategories.map((category) => (
          <option key={category} value={category}>
            {categoryWords[category]}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="question"
        label={words.yourQuestion}
        rows={2}
        maxLength={limits.critiqueQuestion}
        value={values.question}
        error={errors['question']}
        onChange={({ target }) => change({ question: target.value })}
      />
    </FormDialog>
  );
}
