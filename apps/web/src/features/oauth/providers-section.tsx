import type { Security } from '@mbari/contract/shapes/security';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { Row, Section } from '~/ui/section.tsx';

export function ProvidersSection({ providers }: { providers: Security['providers'] }) {
  return (
    <Section title="Connected accounts" about="Whoever is signed in there can sign in here as you.">
      {providers.map(({ name, email, linked_at }) => (
        <Row key={`${name} ${linked_at}`} title={name}>
          {email !== null && `${email}, `}connected {dayInSentence(linked_at)}
        </Row>
      ))}
    </Section>
  );
}
