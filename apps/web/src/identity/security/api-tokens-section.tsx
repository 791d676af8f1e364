import { type ApiToken, revokeApiToken } from '@mbari/contract/identity/api-tokens';
import * as limits from '@mbari/contract/platform/limits';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/api-tokens';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { ignoreNotFound } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { scopeWords } from './scope-words.ts';

export function ApiTokensSection({ owner, tokens }: { owner: Owner; tokens: readonly ApiToken[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const creation = useLazyDialog(async () => (await import('./create-api-token.tsx')).CreateApiToken);
  return (
    <Section title={words.title} heading={heading} about={words.about}>
      {tokens.map((token) => (
        <ApiTokenRow key={token.id} token={token} onRevoked={() => heading.current?.focus()} />
      ))}
      <div className="pt-s4">
        {tokens.length < limits.apiTokens ? (
          <Button kind="quiet" onClick={creation.open}>
            {words.create}
          </Button>
        ) : (
          <p className="text-ink-quiet">{words.enough({ count: limits.apiTokens })}</p>
        )}
      </div>
      {creation.Dialog && <creation.Dialog owner={owner} onClose={creation.close} />}
    </Section>
  );
}

function ApiTokenRow({ token, onRevoked }: { token: ApiToken; onRevoked: () => void }) {
  const client = useQueryClient();
  const [revoking, setRevoking] = useState(false);
  const { id, name, scopes, last_used_on, last_used_place } = token;
  return (
    <>
      <Row
        title={<span dir="auto">{name}</span>}
        action={
          <Button kind="quiet" aria-label={words.revokeToken({ name })} onClick={() => setRevoking(true)}>
            {words.revoke}
          </Button>
        }
      >
        <span className="block">{scopes.map((scope) => scopeWords[scope].label).join(' · ')}</span>
        {endWords(token)}{' '}
        {last_used_on === null
          ? words.unused
          : // Noon, so that the day is the same in most time zones.
            words.lastUsed({ when: dayInSentence(`${last_used_on}T12:00Z`), place: last_used_place ?? '' })}
      </Row>
      {revoking && (
        <ConfirmAction
          title={words.revokeTitle}
          question={words.revokeQuestion({ name })}
          action={words.revoke}
          busy={words.revoking}
          failed={sentences.somethingWrong}
          done={answers.apiTokenRevoked}
          act={async () => {
            await ignoreNotFound(call(revokeApiToken, { params: { id } }));
            await signInMethodsChanged(client);
            onRevoked();
          }}
          onClose={() => setRevoking(false)}
        />
      )}
    </>
  );
}

function endWords({ expires_at }: ApiToken): string {
  if (expires_at === null) return words.endless;
  const day = new Date(expires_at);
  return day.getTime() > Date.now() ? words.endsOn({ day }) : words.ended({ when: dayInSentence(expires_at) });
}
