import { linkProvider } from '@mbari/contract/identity/oauth';
import type { Security } from '@mbari/contract/identity/security';
import type { Provider } from '@mbari/contract/platform/first-data';
import * as words from '@mbari/words/oauth';
import { useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';

export function ProvidersSection({ owner, linked }: { owner: Owner; linked: Security['providers'] }) {
  const [connecting, setConnecting] = useState<Provider>();
  const unlinked = useSite()?.providers.filter(({ key }) => linked.every((provider) => provider.key !== key)) ?? [];
  if (linked.length + unlinked.length === 0) return null;
  return (
    <Section title={words.accounts} about={words.accountsAbout}>
      {linked.map(({ name, email, linked_at }) => (
        <Row key={`${name} ${linked_at}`} title={name}>
          {email === null
            ? words.connected({ when: dayInSentence(linked_at) })
            : words.connectedAs({ email, when: dayInSentence(linked_at) })}
        </Row>
      ))}
      <div className="flex flex-wrap gap-s3 pt-s4 empty:hidden">
        {unlinked.map((provider) => (
          <Button key={provider.key} kind="quiet" onClick={() => setConnecting(provider)}>
            {words.connect({ provider: provider.name })}
          </Button>
        ))}
      </div>
      {connecting && <ConnectProvider owner={owner} provider={connecting} onClose={() => setConnecting(undefined)} />}
    </Section>
  );
}

function ConnectProvider({ owner, provider, onClose }: { owner: Owner; provider: Provider; onClose: () => void }) {
  return (
    <ConfirmWithPassword
      title={words.connect({ provider: provider.name })}
      owner={owner}
      action={words.continueConnecting}
      busyWords={words.opening}
      onClose={onClose}
      onConfirm={async (confirmed) => {
        const { data } = await call(linkProvider, { params: { provider: provider.key }, body: confirmed });
        location.assign(data.url);
      }}
    >
      <p>{words.connectAbout({ provider: provider.name })}</p>
    </ConfirmWithPassword>
  );
}
