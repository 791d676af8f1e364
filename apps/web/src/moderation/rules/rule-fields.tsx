import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/rules';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '~/platform/ui/button.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import type { RuleDraft } from './use-rules-form.ts';

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

export function RuleFields({ rule, number, error, onChange, onRetire, onUp, onDown }: RuleFieldsProps) {
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
