import type { AccountDetails } from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';
import { actWords } from '~/moderation/log/act-words.ts';
import { LogDetails } from '~/moderation/log/log-details.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { Row } from '~/platform/ui/section.tsx';

export function AccountHistory({ entries }: { entries: AccountDetails['history'] }) {
  if (entries.length === 0) return <p className="mt-s3 text-ink-quiet">{words.noHistory}</p>;
  return entries.map(({ id, action, actor, reason, note, details, target, created_at }) => (
    <Row key={id} title={actWords[action]}>
      {[actor?.name, reason, note]
        .filter((part) => part !== null && part !== undefined)
        .map((part) => (
          <span key={part} className="block" dir="auto">
            {part}
          </span>
        ))}
      {details !== null && (
        <span className="block">
          <LogDetails details={details} target={target} />
        </span>
      )}
      <HappenedTime at={created_at} />
    </Row>
  ));
}
