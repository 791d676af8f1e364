import { finishLink, linkProvider, unlinkProvider } from '@mbari/contract/identity/oauth';
import type { Security } from '@mbari/contract/identity/security';
import type { Provider } from '@mbari/contract/platform/first-data';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/oauth';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConfirmWithPassword, type Owner } from '~/identity/passwords/confirm-with-password.tsx';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { refreshUser } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';

type Linked = Security['providers'][number];

export function ProvidersSection({ owner, linked }: { owner: Owner; linked: readonly Linked[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [connecting, setConnecting] = useState<Provider>();
  const [disconnecting, setDisconnecting] = useState<Linked>();
  const linksChanged = useLinksChanged();
  useFinishLink(linksChanged);
  const unlinked = useSite()?.providers.filter(({ key }) => linked.every((provider) => provider.key !== key)) ?? [];
  if (linked.length + unlinked.length === 0) return null;
  return (
    <Section title={words.accounts} heading={heading} about={words.accountsAbout}>
      {linked.map((provider) => (
        <Row
          key={provider.id}
          title={provider.name}
          action={
            <Button
              kind="quiet"
              aria-label={words.disconnectProvider({ provider: provider.name })}
              onClick={() => setDisconnecting(provider)}
            >
              {words.disconnect}
            </Button>
          }
        >
          {connectedSince(provider)}
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
      {disconnecting && (
        <DisconnectProvider
          owner={owner}
          provider={disconnecting}
          onClose={() => setDisconnecting(undefined)}
          onDisconnected={async () => {
            toast.success(answers.providerDisconnected);
            await linksChanged();
            heading.current?.focus();
          }}
        />
      )}
    </Section>
  );
}

function connectedSince({ email, linked_at }: Linked): string {
  const when = dayInSentence(linked_at);
  return email === null ? words.connected({ when }) : words.connectedAs({ email, when });
}

/** Refetches the sign-in methods, and the role, which groups at the provider may give. */
function useLinksChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([signInMethodsChanged(client), refreshUser().catch(() => undefined)]);
  };
}

/** Completes a connection after the provider's redirect. The server connects only in the session that started it. */
function useFinishLink(onLinked: () => Promise<void>): void {
  const linked = useRef(onLinked);
  useEffect(() => {
    if (location.hash !== '#connecting') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    call(finishLink)
      .then(() => {
        toast.success(answers.providerConnected);
        return linked.current();
      })
      .catch((error: unknown) => toast.error(errorMessage(error, sentences.oauthFailed)));
  }, []);
}

interface ProviderDialogProps<P> {
  owner: Owner;
  provider: P;
  onClose: () => void;
}

function ConnectProvider({ owner, provider, onClose }: ProviderDialogProps<Provider>) {
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

interface DisconnectProviderProps extends ProviderDialogProps<Linked> {
  onDisconnected: () => Promise<void>;
}

function DisconnectProvider({ owner, provider, onClose, onDisconnected }: DisconnectProviderProps) {
  return (
    <ConfirmWithPassword
      title={words.disconnectProvider({ provider: provider.name })}
      owner={owner}
      kind="danger"
      action={words.disconnect}
      busyWords={words.disconnecting}
      onClose={onClose}
      onConfirm={async (confirmed) => {
        await call(unlinkProvider, { params: { id: provider.id }, body: confirmed });
        onClose();
        await onDisconnected();
      }}
    >
      <p>{words.disconnectAbout({ provider: provider.name })}</p>
    </ConfirmWithPassword>
  );
}
