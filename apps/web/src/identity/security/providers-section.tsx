import { finishLink, linkProvider, unlinkProvider } from '@mbari/contract/identity/oauth';
import type { Security } from '@mbari/contract/identity/security';
import type { Provider } from '@mbari/contract/platform/first-data';
import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/oauth';
import * as sentences from '@mbari/words/sentences';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
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
  const unlinked = useSite()?.providers.filter(({ key }) => linked.every((provider) => provider.key !== key)) ?? [];
  useFinishLink();
  if (linked.length + unlinked.length === 0) return null;
  return (
    <Section title={words.accounts} heading={heading} about={words.accountsAbout}>
      {linked.map((provider) => (
        <LinkedRow key={provider.id} owner={owner} provider={provider} onDisconnected={() => heading.current?.focus()} />
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

/** Completes a connection after the provider's redirect. The server refuses it in any session but the one that started it. */
function useFinishLink(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (location.hash !== '#connecting') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    call(finishLink)
      .then(() => {
        toast.success(answers.providerConnected);
        return linksChanged(client);
      })
      .catch((error: unknown) => toast.error(errorMessage(error, sentences.oauthFailed)));
  }, [client]);
}

/** Refetches the sign-in methods, and the role and plan, which groups at the provider may give. */
async function linksChanged(client: QueryClient): Promise<void> {
  await Promise.all([signInMethodsChanged(client), refreshUser().catch(() => undefined)]);
}

function LinkedRow({ owner, provider, onDisconnected }: { owner: Owner; provider: Linked; onDisconnected: () => void }) {
  const [open, setOpen] = useState(false);
  const { name, email, linked_at } = provider;
  const when = dayInSentence(linked_at);
  return (
    <>
      <Row
        title={<span dir="auto">{name}</span>}
        action={
          <Button kind="quiet" aria-label={words.disconnectProvider({ provider: name })} onClick={() => setOpen(true)}>
            {words.disconnect}
          </Button>
        }
      >
        {email === null ? words.connected({ when }) : words.connectedAs({ email, when })}
      </Row>
      {open && <DisconnectProvider owner={owner} provider={provider} onClose={() => setOpen(false)} onDisconnected={onDisconnected} />}
    </>
  );
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
  onDisconnected: () => void;
}

function DisconnectProvider({ owner, provider, onClose, onDisconnected }: DisconnectProviderProps) {
  const client = useQueryClient();
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
        toast.success(answers.providerDisconnected);
        await linksChanged(client);
        onDisconnected();
      }}
    >
      <p>{words.disconnectAbout({ provider: provider.name })}</p>
    </ConfirmWithPassword>
  );
}
