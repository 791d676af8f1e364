import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { Rule } from '@mbari/contract/moderation/rules';
import * as words from '@mbari/words/appeals';
import { isolateNames } from '~/platform/ui/phrase.tsx';

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

const sentences: Partial<Record<ModerationAction, string>> = {
  remove_photo: words.photoRemoved,
  mark_photo: words.photoMarked,
  remove_comment: words.commentRemoved,
  remove_series: words.seriesRemoved,
  remove_exhibition: words.exhibitionRemoved,
  remove_feedback: words.feedbackRemoved,
  remove_message: words.messageRemoved,
  delete_post: words.postRemoved,
  delete_topic: words.topicRemoved,
  warn_member: words.warned,
  silence_member: words.silenced,
};

/** Returns a sentence about the act for the affected member. */
export const decisionWords = (action: ModerationAction): string => sentences[action] ?? words.decided;
