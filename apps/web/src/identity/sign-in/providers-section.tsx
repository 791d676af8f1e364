import type { Security } from '@mbari/contract/shapes/security';
import * as words from '@mbari/words/oauth';
import { dayInSentence } from '~/platform/lib/day-ago.ts';
import { Row, Section } from '~/platform/ui/section.tsx';

export function ProvidersSection({ providers }: { providers: Security['providers'] }) {
  return (
    <Section title={words.accounts} about={words.accountsAbout}>
      {providers.map(({ name, email, linked_at }) => (
        <Row key={`${name} ${linked_at}`} title={name}>
          {email === null
            ? words.connected({ when: dayInSentence(linked_at) })
            : words.connectedAs({ email, when: dayInSentence(linked_at) })}
        </Row>
      ))}
    </Section>
  );
}
