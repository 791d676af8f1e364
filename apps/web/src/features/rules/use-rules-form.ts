import { setRules } from '@mbari/contract/rules';
import type { Rules } from '@mbari/contract/shapes/rules';
import * as words from '@mbari/words/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rulesSaved } from '~/lib/cache-events/rules.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { randomId } from '~/lib/random-id.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';

export interface RuleDraft {
  /** Names its row in the list. */
  key: string;
  /** Null: it is new. */
  id: string | null;
  title: string;
  body: string;
  is_urgent: boolean;
}

const draftsOf = ({ rules }: Rules): RuleDraft[] => rules.map((rule) => ({ key: rule.id, ...rule }));

/** Each saving says anew whether everybody is asked to accept. */
const startOf = (rules: Rules) => ({ rules: draftsOf(rules), ask_again: false });

/** The rules as they are edited, all at once, from the version that was read when the page was opened. */
export function useRulesForm(read: Rules) {
  const client = useQueryClient();
  const [base, setBase] = useState(read);
  /** What somebody else saved meanwhile. */
  const [newer, setNewer] = useState<Rules | null>(null);
  const [start, setStart] = useState(() => startOf(read));
  const open = (rules: Rules) => {
    setBase(rules);
    setNewer(null);
    setStart(startOf(rules));
  };
  const form = useForm({
    start,
    check: ({ rules }) =>
      Object.fromEntries(
        rules.flatMap(({ title }, index) => (title.trim() === '' ? [[`rules.${index}.title`, [words.titleMissing]]] : [])),
      ),
    send: async ({ rules, ask_again }) => {
      const sent = rules.map(({ id, title, body, is_urgent }) => ({ ...(id !== null && { id }), title, body, is_urgent }));
      const { data } = await call(setRules, { body: { version: base.version, rules: sent, ask_again } });
      rulesSaved(client, data);
      open(data);
      toast.success(words.saved);
    },
    onFailure: (error) => {
      if (error instanceof CallRefused && error.code === 'conflict') setNewer(error.data as Rules);
      else toast.error(wordsOf(error, words.saveFailed));
    },
  });
  const setAll = (make: (rules: readonly RuleDraft[]) => RuleDraft[]) => form.change(({ rules }) => ({ rules: make(rules) }));
  return {
    ...form,
    newer,
    loadNewer: () => {
      if (newer === null) return;
      rulesSaved(client, newer);
      open(newer);
      form.discard();
    },
    add: () => setAll((rules) => [...rules, { key: randomId(), id: null, title: '', body: '', is_urgent: false }]),
    changeRule: (key: string, change: Partial<RuleDraft>) =>
      setAll((rules) => rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))),
    retire: (key: string) => setAll((rules) => rules.filter((rule) => rule.key !== key)),
    /** `to`: its index afterwards. */
    move: (key: string, to: number) =>
      setAll((rules) => {
        const moved = rules.find((rule) => rule.key === key);
        return moved ? rules.filter((rule) => rule !== moved).toSpliced(to, 0, moved) : [...rules];
      }),
  };
}
