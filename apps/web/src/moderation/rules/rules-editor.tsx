import { type Rules, setRules } from '@mbari/contract/moderation/rules';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/rules';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rulesSaved } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { ConflictChoice, onOrOff } from '~/platform/ui/conflict-choice.tsx';
import { DiscardDialog } from '~/platform/ui/discard-dialog.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import './rules.css';

export function RulesEditor({ rules: loadedRules }: { rules: Rules }) {
  const form = useRulesForm(loadedRules);
  const leaveGuard = useLeaveGuard(form.unsaved);
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { rules } = form.values;
  const move = (key: string, index: number, button: Element | null) => {
    flushSync(() => form.move(key, index));
    setAnnouncement(words.nowAt({ position: index + 1, count: rules.length }));
    // Moving a row in the DOM loses the focus.
    if (button instanceof HTMLElement) button.focus();
  };
  const add = () => {
    flushSync(form.add);
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  };
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <ol ref={list} className="rules-edited">
        {rules.map((rule, index) => (
          <RuleFields
            key={rule.key}
            rule={rule}
            number={index + 1}
            error={form.errors[`rules.${index}.title`]}
            onChange={(change) => form.changeRule(rule.key, change)}
            onRetire={() => form.retire(rule.key)}
            onUp={index === 0 ? undefined : () => move(rule.key, index - 1, document.activeElement)}
            onDown={index === rules.length - 1 ? undefined : () => move(rule.key, index + 1, document.activeElement)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ConflictChoice {...form} />
      <AskAgain checked={form.values.ask_again} onChange={(ask_again) => form.change({ ask_again })} />
      <div className="rules-editor-footer">
        {rules.length < limits.rules && (
          <Button kind="quiet" onClick={add}>
            <Plus size={18} strokeWidth={1.6} aria-hidden="true" /> {words.add}
          </Button>
        )}
        <Button type="submit" busy={form.busy && words.saving}>
          {words.save}
        </Button>
      </div>
      <DiscardDialog {...leaveGuard} />
    </form>
  );
}

function AskAgain({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const hint = useId();
  return (
    <div className="mb-s5">
      <label className="rule-urgent">
        <input type="checkbox" checked={checked} aria-describedby={hint} onChange={({ target }) => onChange(target.checked)} />
        {words.askAgain}
      </label>
      <p id={hint} className="text-t15 text-ink-meta">
        {words.askAgainHint}
      </p>
    </div>
  );
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;
const quiet = (text: ReactNode) => <span className="font-normal text-ink-meta">{text}</span>;

interface RuleFieldsProps {
  rule: RuleDraft;
  /** 1-based. */
  number: number;
  error: readonly string[] | undefined;
  onChange: (change: Partial<RuleDraft>) => void;
  onRetire: () => void;
  /** Undefined for the first and last rule. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function RuleFields({ rule, number, error, onChange, onRetire, onUp, onDown }: RuleFieldsProps) {
  return (
    <li className="rule-edited">
      <div className="rule-edited-head">
        <h2 className="rule-title">{words.rule({ number })}</h2>
        <div className="rule-edited-actions">
          <IconButton label={words.moveUp({ number })} aria-disabled={!onUp} onClick={onUp}>
            <ArrowUp {...icon} />
          </IconButton>
          <IconButton label={words.moveDown({ number })} aria-disabled={!onDown} onClick={onDown}>
            <ArrowDown {...icon} />
          </IconButton>
          <IconButton label={words.retire({ number })} onClick={onRetire}>
            <Trash2 {...icon} />
          </IconButton>
        </div>
      </div>
      <TextField
        name={`rules.${number - 1}.title`}
        dir="auto"
        label={words.title}
        value={rule.title}
        maxLength={limits.ruleTitle}
        error={error}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label={<Phrase parts={words.body({ quiet })} />}
        rows={3}
        value={rule.body}
        maxLength={limits.ruleBody}
        onChange={({ target }) => onChange({ body: target.value })}
      />
      <label className="rule-urgent">
        <input type="checkbox" checked={rule.is_urgent} onChange={({ target }) => onChange({ is_urgent: target.checked })} />
        {words.urgent}
      </label>
    </li>
  );
}

interface RuleDraft {
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
function useRulesForm(loadedRules: Rules) {
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
