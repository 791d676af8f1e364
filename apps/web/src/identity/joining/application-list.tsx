import { type Application, decideApplication } from '@mbari/contract/identity/applications';
import * as words from '@mbari/words/applications';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { applicationDecided } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { VerdictActions } from '~/platform/ui/verdict-actions.tsx';
import { openApplications } from './application-queries.ts';

/** Applicants, longest waiting first. */
export function ApplicationList() {
  const list = useInfiniteQuery(openApplications);
  return (
    <PagedRows
      list={list}
      failed={words.listFailed}
      empty={{ drawing: 'letter', title: words.empty, hint: words.emptyHint }}
      className="report-cards"
    >
      {(application) => <ApplicationCard application={application} />}
    </PagedRows>
  );
}

function ApplicationCard({ application }: { application: Application }) {
  const id = useId();
  const client = useQueryClient();
  const { member, country_code, asked_at, question, answer } = application;
  return (
    <article className="report-card" aria-labelledby={id}>
      <h2 id={id} className="report-title">
        <Avatar src={member.avatar_url} size={28} />
        <span dir="auto">{member.name}</span>
      </h2>
      <p className="report-meta">
        <span>
          <bdi>@{member.username}</bdi>
          {country_code !== null && (
            <>
              {' · '}
              <bdi>{country_code}</bdi>
            </>
          )}
          {` · ${words.askedOn({ day: dayInSentence(asked_at) })}`}
        </span>
      </p>
      {question !== null && (
        <>
          <h3 className="text-t15 font-semibold" dir="auto">
            {question}
          </h3>
          <p className="application-answer" dir="auto">
            {answer}
          </p>
        </>
      )}
      <VerdictActions
        describedBy={id}
        words={{
          approve: words.approve,
          decline: words.decline,
          declineButton: words.declineButton,
          reason: words.reason,
          reasonHint: words.reasonHint,
          sending: words.sending,
          declineHint: words.declineHint,
          failed: words.decideFailed,
          declineTitle: words.declineTitle({ name: member.name }),
          approved: words.approved({ name: member.name }),
          declined: words.declined({ name: member.name }),
        }}
        send={(verdict) => call(decideApplication, { params: { id: application.id }, body: verdict })}
        onDecided={() => applicationDecided(client)}
      />
    </article>
  );
}
