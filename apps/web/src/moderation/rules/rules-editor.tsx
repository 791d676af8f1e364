import type { Rules } from '@mbari/contract/moderation/rules';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/rules';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { DiscardDialog } from '~/platform/ui/discard-dialog.tsx';
import { RuleFields } from './rule-fields.tsx';
import { useRulesForm } from './use-rules-form.ts';
import './rules-editor.css';

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
