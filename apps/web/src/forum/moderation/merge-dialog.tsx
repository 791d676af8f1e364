import { mergeTopic } from '@mbari/contract/forum/moderation';
import { searchForum } from '@mbari/contract/forum/search';
import { readTopic, type Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-moderation';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forumPostsMoved, topicGone } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { mergeTargetsKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { FieldError, TextField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

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

interface MergeTarget {
  id: string;
  slug: string;
  title: string;
  category: string;
}

const topicIdIn = (typed: string): string | undefined => /\/forum\/t\/([0-9a-f-]{36})(?:[/?#]|$)/i.exec(typed)?.[1]?.toLowerCase();

const mergeTargets = (typed: string, exceptId: string) =>
  queryOptions({
    queryKey: mergeTargetsKey(typed),
    queryFn: async ({ signal }): Promise<MergeTarget[]> => {
      const id = topicIdIn(typed);
      return id === undefined ? find(typed, signal) : open(id, signal);
    },
    select: (targets) => targets.filter(({ id }) => id !== exceptId),
    enabled: typed.length > 1,
  });

async function find(q: string, signal: AbortSignal): Promise<MergeTarget[]> {
  const { data } = await call(searchForum, { query: { q: q.slice(0, limits.search) }, signal });
  return [...new Map(data.map(({ topic }) => [topic.id, { ...topic, category: topic.category.name }])).values()].slice(0, 8);
}

/** Returns an empty list if no topic has this id. */
async function open(id: string, signal: AbortSignal): Promise<MergeTarget[]> {
  try {
    const { data } = await call(readTopic, { params: { id }, signal });
    return [{ id: data.id, slug: data.slug, title: data.title, category: data.category.name }];
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return [];
    throw error;
  }
}
