import { answerConsent, readConsent } from '@mbari/contract/client-api/consent';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import * as words from '@mbari/words/app-consent';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CopyButton } from '~/identity/security/copy-button.tsx';
import { scopeWords } from '~/identity/security/scope-words.ts';
import { call } from '~/platform/lib/call.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { isolateNames } from '~/platform/ui/phrase.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

type Asked = AnswerOf<typeof readConsent>['data'];

/** Asks the member whether an app may act for them. */
export function Consent({ request }: { request: string }) {
  const { data, error } = useQuery({
    queryKey: ['app-consent', request],
    queryFn: async ({ signal }) => (await call(readConsent, { query: { request }, signal })).data,
    retry: false,
  });
  useEffect(() => setPageTitle(words.windowTitle), []);
  return (
    // Reserves the height of the question, to avoid layout shift.
    <div className="min-h-[30rem]">
      {data ? (
        <Question request={request} asked={data} />
      ) : error ? (
        <Message drawing="cracked" title={words.failedTitle} text={error.message} />
      ) : (
        <Spinner size={28} />
      )}
    </div>
  );
}

function Question({ request, asked: { name, scopes, returns_to: place } }: { request: string; asked: Asked }) {
  const [answer, setAnswer] = useState<{ code: string | null } | null>(null);
  const { busy, run } = useAction(async (isAllowed: boolean) => {
    const { data } = await call(answerConsent, { body: { request, is_allowed: isAllowed } });
    if (data.redirect_to === null) setAnswer(data);
    else window.location.assign(data.redirect_to);
  }, words.failed);
  if (answer) return <Answered app={name} code={answer.code} />;
  return (
    <>
      <h1 tabIndex={-1} className="display-large break-words">
        {words.title({ app: name })}
      </h1>
      <p className="mt-s2 break-words text-ink-quiet">{words.lead({ app: name })}</p>
      <ul className="my-s4 flex list-disc flex-col gap-s2 ps-s5">
        {scopes.map((scope) => (
          <li key={scope}>
            <strong>{scopeWords[scope].label}</strong>
            <br />
            {scopeWords[scope].hint}
          </li>
        ))}
      </ul>
      <p>{words.never}</p>
      <p className="mt-s2 break-words">{place === null ? words.copies : words.returnsTo({ place })}</p>
      <p className="mt-s2 text-ink-quiet">{isolateNames(words.signedInAs({ name: `@${currentSession().user?.username ?? ''}` }))}</p>
      <div className="mt-s5 flex flex-wrap gap-s3">
        <Button tall busy={busy && words.allowing} onClick={() => void run(true)}>
          {words.allow}
        </Button>
        <Button tall kind="text" disabled={busy} onClick={() => void run(false)}>
          {words.refuse}
        </Button>
      </div>
    </>
  );
}

function Answered({ app, code }: { app: string; code: string | null }) {
  if (code === null) return <Message drawing="letter" title={words.windowTitle} text={words.refused} />;
  return (
    <Message drawing="letter" title={words.codeTitle} text={words.codeHint({ app })}>
      <p className="mt-s4 flex flex-wrap items-center gap-s2">
        <code dir="ltr" className="break-all">
          {code}
        </code>
        <CopyButton text={code} label={words.copyCode} />
      </p>
    </Message>
  );
}

interface MessageProps {
  drawing: 'cracked' | 'letter';
  title: string;
  text: string;
  children?: React.ReactNode;
}

function Message({ drawing, title, text, children }: MessageProps) {
  return (
    <div role="status">
      <UliDrawing name={drawing} className="mb-s5 max-w-[280px]! ms-0!" />
      <h1 tabIndex={-1} className="display-large">
        {title}
      </h1>
      <p className="mt-s2 break-words text-ink-quiet">{text}</p>
      {children}
    </div>
  );
}
