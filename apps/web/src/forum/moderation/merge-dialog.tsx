import { mergeTopic } from '@mbari/contract/forum/moderation';
import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-moderation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forumPostsMoved, topicGone } from '~/platform/lib/cache-events/forum-moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { FieldError, TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { type MergeTarget, mergeTargets } from './merge-targets.ts';

export function MergeDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { data: targets, isError } = useQuery(mergeTargets(useSettled(typed.trim()), topic.id));
  const merge = async (targetId: string) => {
    const { data } = await call(mergeTopic, { params: { id: topic.id }, body: { into: targetId } });
    toast.success(words.merged);
    onClose();
    await navigate({ to: '/forum/t/$id/{-$slug}/{-$number}', params: { id: data.id, slug: data.slug }, replace: true });
    topicGone(client, topic.id);
    await forumPostsMoved(client, [data.id]);
  };
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { into: '' },
    check: ({ into }): FieldErrors => (into === '' ? { into: [words.chooseTarget] } : {}),
    // Delays refetches until `topicGone` has removed the topic.
    send: (body) => asOnePress(`merge ${topic.id}`, () => merge(body.into)),
    failed: words.actionFailed,
  });
  return (
    <FormDialog
      title={words.mergeTitle}
      hint={words.mergeHint}
      action={words.mergeButton}
      busy={busy && words.merging}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        type="search"
        data-field="into"
        label={words.target}
        hint={words.targetHint}
        value={typed}
        error={errors['into']}
        onChange={({ target }) => {
          setTyped(target.value);
          change({ into: '' });
        }}
      />
      {isError && <FieldError>{words.searchFailed}</FieldError>}
      {targets && <Targets targets={targets} chosen={values.into} onChoose={(into) => change({ into })} />}
    </FormDialog>
  );
}

interface TargetsProps {
  targets: readonly MergeTarget[];
  chosen: string;
  onChoose: (id: string) => void;
}

function Targets({ targets, chosen, onChoose }: TargetsProps) {
  if (targets.length === 0) return <p role="status">{words.noTargets}</p>;
  return (
    <fieldset className="merge-targets">
      <legend className="text-t15 font-semibold">{words.mergeInto}</legend>
      {targets.map(({ id, title, category }) => (
        <label key={id}>
          <input type="radio" name="into" value={id} checked={chosen === id} onChange={() => onChoose(id)} />
          <span dir="auto">
            {title} <small>{category}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Debounces the typed text. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
