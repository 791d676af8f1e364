import type { Rule } from '@mbari/contract/moderation/rules';
import * as words from '@mbari/words/appeals';
import { isolateNames } from '~/platform/ui/isolate-names.tsx';

interface DecisionReasonsProps {
  title: string | null;
  excerpt: string | null;
  rule: Rule | null;
  reason: string | null;
}

/** The content, the cited rule as it was, and the organisers' reason. */
export function DecisionReasons({ title, excerpt, rule, reason }: DecisionReasonsProps) {
  return (
    <>
      {(title !== null || excerpt) && (
        <blockquote className="decision-about" dir="auto">
          {title !== null && <p className="font-semibold">{title}</p>}
          {excerpt && <p className="decision-words">{isolateNames(excerpt)}</p>}
        </blockquote>
      )}
      <dl className="decision-why">
        {rule !== null && (
          <div>
            <dt>{words.rule}</dt>
            <dd dir="auto">
              <b>{rule.title}</b>
              {rule.body !== '' && <p className="decision-words">{rule.body}</p>}
            </dd>
          </div>
        )}
        {reason !== null && (
          <div>
            <dt>{words.reason}</dt>
            <dd className="decision-words" dir="auto">
              {reason}
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}
