import { type Rules, setRules } from '@mbari/contract/moderation/rules';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rulesSaved } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { onOrOff } from '~/platform/ui/conflict-choice.tsx';

export interface RuleDraft {
  key: string;
  /** Null for a new rule. */
  id: string | null;
  title: string;
  body: string;
  is_urgent: boolean;
}

interface RulesFormValues {
  rules: RuleDraft[];
  ask_again: boolean;
}

const draftsOf = ({ rules }: Rules): RuleDraft[] => rules.map((rule) => ({ key: rule.id, ...rule }));

/** `ask_again` resets after each save. */
const initialValues = (rules: Rules): RulesFormValues => ({ rules: draftsOf(rules), ask_again: false });

const fields: SharedFields<RulesFormValues> = {
  rules: {
    label: words.rules,
    text: (rules) => rules.map(({ title, body }, index) => [`${index + 1}. ${title}`, body].filter(Boolean).join('\n')).join('\n\n'),
    key: (rules) => JSON.stringify(rules.map(({ title, body, is_urgent }) => [title, body, is_urgent])),
  },
  ask_again: { label: words.askAgain, text: onOrOff },
};

/** Edits all rules, starting from the version loaded with the page. */
export function useRulesForm(loadedRules: Rules) {
  const client = useQueryClient();
  const shared = useSharedEdit({ read: loadedRules, valuesOf: initialValues, fields });
  const base = shared.base ?? loadedRules;
  const start = useMemo(() => initialValues(base), [base]);
  const form = useForm<RulesFormValues>({
    start,
    waits: shared.mustChoose,
    check: ({ rules }) =>
      Object.fromEntries(
        rules.flatMap(({ title }, index) => (!hasVisibleText(title) ? [[`rules.${index}.title`, [words.titleMissing]]] : [])),
      ),
    send: async (values) => {
      await shared.save(values, async ({ rules, ask_again }, from = base) => {
        const ruleInputs = rules.map(({ id, title, body, is_urgent }) => ({ ...(id !== null && { id }), title, body, is_urgent }));
        const { data } = await call(setRules, { body: { version: from.version, rules: ruleInputs, ask_again } });
        rulesSaved(client, data);
        return data;
      });
    },
    done: words.saved,
    failed: words.saveFailed,
  });
  const setAll = (make: (rules: readonly RuleDraft[]) => RuleDraft[]) => form.change(({ rules }) => ({ rules: make(rules) }));
  return {
    ...form,
    shared,
    add: () => setAll((rules) => [...rules, { key: randomId(), id: null, title: '', body: '', is_urgent: false }]),
    changeRule: (key: string, change: Partial<RuleDraft>) =>
      setAll((rules) => rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))),
    retire: (key: string) => setAll((rules) => rules.filter((rule) => rule.key !== key)),
    /** `to` is the new index. */
    move: (key: string, to: number) =>
      setAll((rules) => {
        const movedRule = rules.find((rule) => rule.key === key);
        return movedRule ? rules.filter((rule) => rule !== movedRule).toSpliced(to, 0, movedRule) : [...rules];
      }),
  };
}
